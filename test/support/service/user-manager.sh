#!/bin/bash
# user-manager.sh PROBE PROJECT: runs the shell script PROBE as an ordinary user, under a systemd user manager of its own.
#
# Boots a container on a copy of this machine's root that is kept in memory and discarded: nothing is written to the
# machine, and no systemd starts on its mounts. PROJECT's dist/ and systemd/ are copied to ~/package of the user, who is
# called `keeper` and has a disk of 64 KiB at ~/small. Prints what PROBE prints and exits with its exit status. Exits with
# 77, and prints the reason, if this machine cannot run it.
set -eu
export LC_ALL=C
here=$(realpath "$0")
cannot() { echo "no user manager here: $1"; exit 77; }

if [ "${1-}" != --inside ]; then
  [ "$(uname)" = Linux ] || cannot 'this is not Linux'
  [ "$(id -u)" -eq 0 ] || cannot 'it needs root'
  for tool in systemd-nspawn unshare useradd; do
    command -v "$tool" >/dev/null || cannot "$tool is not installed"
  done
  [ -x /lib/systemd/systemd ] || cannot 'systemd is not installed'
  [ -e /usr/lib/systemd/user/dbus.socket ] || cannot 'the session bus (dbus-user-session) is not installed'
  unshare --mount --propagation private true 2>/dev/null || cannot 'no mount namespace may be made'
  exec unshare --mount --propagation private bash "$here" --inside "$(realpath "$1")" "$(realpath "$2")"
fi
probe=$2 package=$3

# Everything is in memory, in a folder whose content only this mount namespace sees.
base=$(mktemp -d)
trap 'umount -R -l "$base" 2>/dev/null || true; rmdir "$base" 2>/dev/null || true' EXIT
mount -t tmpfs -o mode=755 keeper "$base" || cannot 'no tmpfs may be mounted'
mkdir "$base/new" "$base/work" "$base/root"
root=$base/root
mount -t overlay overlay -o "lowerdir=/,upperdir=$base/new,workdir=$base/work" "$root" 2>/dev/null ||
  cannot 'no overlay of the root may be mounted'

uid=4711
chroot "$root" useradd --create-home --shell /bin/bash --uid $uid keeper
home=$root/home/keeper
mkdir "$home/package"
cp -r "$package/dist" "$package/systemd" "$home/package"
cp "$probe" "$home/probe"
chown -R $uid "$home"
path=/usr/local/bin:/usr/bin:/bin
chroot --userspec=$uid "$root" /usr/bin/env PATH=$path node --version >/dev/null 2>&1 || cannot 'an ordinary user has no node'
# With this folder, each user has their own journal.
mkdir -p "$root/var/log/journal" "$root/var/lib/systemd/linger"
touch "$root/var/lib/systemd/linger/keeper"
: >"$root/etc/fstab"
rm -f "$root/etc/machine-id"
echo 4b6565706572206f66207468652074ff >"$root/etc/machine-id"

# A small disk for the user.
mkdir "$home/small"

# The only purpose of this machine.
units=$root/etc/systemd/system
for unit in systemd-timesyncd systemd-networkd systemd-resolved systemd-tmpfiles-setup-dev systemd-udevd systemd-firstboot; do
  ln -sf /dev/null "$units/$unit.service"
done
cat >"$units/probe.service" <<UNIT
[Unit]
Wants=dbus.socket systemd-logind.service
Requires=user@$uid.service
After=user@$uid.service
SuccessAction=exit-force
FailureAction=exit-force
[Service]
Type=oneshot
User=keeper
WorkingDirectory=/home/keeper
Environment=HOME=/home/keeper XDG_RUNTIME_DIR=/run/user/$uid DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/$uid/bus
Environment=PATH=$path
ExecStart=/bin/bash /home/keeper/probe
StandardOutput=file:/probe.output
StandardError=inherit
TimeoutStartSec=500
UNIT
touch "$root/probe.output"

set +e
# Nothing is registered with the host, which may not run systemd.
SYSTEMD_NSPAWN_UNIFIED_HIERARCHY=1 SYSTEMD_LOG_LEVEL=err systemd-nspawn --quiet --directory="$root" --machine="keeper-$$" --register=no --keep-unit \
  --tmpfs=/home/keeper/small:size=64k,mode=700,uid=$uid --private-network --link-journal=no --resolv-conf=off --timezone=off --console=pipe \
  /lib/systemd/systemd --unit=probe.service --show-status=no --log-level=err </dev/null >"$base/boot" 2>&1
status=$?
if [ ! -s "$root/probe.output" ] && [ $status -ne 0 ]; then
  cannot "the container did not start: $(tail -n 1 "$base/boot" | tr -d '\r')"
fi
cat "$root/probe.output"
exit $status
