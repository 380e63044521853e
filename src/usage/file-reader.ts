import type { Disk } from "./disk.ts";
import type { ScanFiles } from "./files.ts";
import { Kernel, type KernelOptions, type Pace } from "./kernel/kernel.ts";
import type { LineSink } from "./kernel/records.ts";

/** Reads whole files, one after the other. */
export class FileReader {
  readonly #disk: Disk;
  readonly #files: ScanFiles;
  readonly #options: KernelOptions | undefined;
  #kernel: Kernel | undefined;

  constructor(disk: Disk, files: ScanFiles, options?: KernelOptions) {
    this.#disk = disk;
    this.#files = files;
    this.#options = options;
  }

  /** Frees the memory of a very long line. */
  trim(): void {
    if (this.#kernel?.isSmall === false) this.#kernel = undefined;
  }

  /** Reads a file to its end. Returns whether it succeeded; rejects with whatever `pace` rejects with. */
  async read(path: string, sink: LineSink, pace: Pace): Promise<boolean> {
    let descriptor: number;
    try {
      descriptor = this.#disk.open(path);
    } catch {
      return false;
    }
    let isComplete = false;
    try {
      const stat = this.#files.fstatSync(descriptor);
      if (stat.isFile()) {
        this.#kernel ??= new Kernel(this.#options);
        await this.#kernel.read(descriptor, stat.size, sink, this.#files, pace);
        isComplete = true;
      }
    } catch (error) {
      // The reason to stop may itself look like a system error.
      pace.throwIfStopped();
      if (!isSystemError(error)) throw error;
    } finally {
      const closed = this.#tryClose(descriptor);
      isComplete &&= closed;
    }
    return isComplete;
  }

  /** Closes a file. Returns whether it succeeded. */
  #tryClose(descriptor: number): boolean {
    try {
      this.#files.closeSync(descriptor);
      return true;
    } catch (error) {
      if (isSystemError(error)) return false;
      throw error;
    }
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}
