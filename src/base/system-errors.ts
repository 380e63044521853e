/** The system error codes in words, including the two that `readTrustedFile` adds. */
const WORDS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EADDRINUSE: "in use by another program",
  EADDRNOTAVAIL: "not an address of this machine",
  EBUSY: "in use by another program",
  ECONNRESET: "the connection was closed",
  EDQUOT: "the disk quota is used up",
  EEXIST: "there is a file of this name",
  EFBIG: "the file size limit is reached",
  EINVAL: "not a regular file",
  EIO: "the disk reported an error",
  EISDIR: "a folder, not a file",
  ELOOP: "a circular link",
  EMFILE: "too many open files",
  ENAMETOOLONG: "the path is too long",
  ENFILE: "too many open files",
  ENOENT: "no such file or folder",
  ENOMEM: "out of memory",
  ENOSPC: "the disk is full",
  ENOTDIR: "not a folder",
  EOWNER: "owned by another user",
  EPERM: "operation not permitted",
  EROFS: "the file system is read-only",
  EWRITABLE: "world-writable",
};

/** A system error code in words, for use after a colon: `cannot read the file: permission denied`. */
export function describeCode(code: string): string {
  return WORDS[code] ?? `error ${code}`;
}
