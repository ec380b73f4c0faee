#!/bin/sh
# Start the service as the image does: a plain user without capabilities, and every file system that there is read-only
# but /dev/shm, which a container engine leaves writable too. For a mount namespace of its own (`unshare --mount`): what
# is mounted here is gone with it.
#   read_only.sh PORT TREE PYTHON FOLDER...    FOLDER: what PYTHON needs besides, and may lie in a home closed to others
set -eu
umask 022
port=$1 tree=$2 python=$3
shift 3
mount --make-rprivate /
mount -t tmpfs none /dev/shm
set -- "$tree" "$@"
number=0
for folder; do
    number=$((number + 1))
    mkdir /dev/shm/$number
    mount --bind "$folder" /dev/shm/$number
done
closed=/root # show of it only what is needed
mount -t tmpfs -o mode=0755 none $closed
number=0
for folder; do
    number=$((number + 1))
    case $folder in "$closed"/*) mkdir -p "$folder" && mount --bind /dev/shm/$number "$folder" ;; esac
done
for place in $(awk '$2 !~ "^/(proc|sys|dev)" { print $2 }' /proc/self/mounts | sort -u); do
    [ ! -e "$place" ] || mount -o remount,bind,ro "$place"
done
mount -t tmpfs -o mode=1777,nosuid,nodev none /dev/shm
cd "$tree"
for place in /tmp /var/tmp "$tree"; do
    if touch "$place/written" 2>/dev/null; then
        rm "$place/written"
        echo "$place is not read-only"
        exit 1
    fi
done
mkdir -m 700 /dev/shm/data /dev/shm/tmp
chown 10001 /dev/shm/data /dev/shm/tmp
exec setpriv --reuid=10001 --regid=10001 --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs \
    env -i PATH=/usr/bin:/bin HOME=/dev/shm/data TMPDIR=/dev/shm/tmp PYTHONPATH="$tree" PYTHONDONTWRITEBYTECODE=1 \
    OMP_NUM_THREADS=1 SURVEYOR_DATA=/dev/shm/data SURVEYOR_PORT="$port" SURVEYOR_READERS=1 SURVEYOR_LOG_FORMAT=json \
    "$python" -m service serve
