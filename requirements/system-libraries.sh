#!/usr/bin/env bash
# Sees to the system libraries that Qt's wheels expect, and to the servers that the tests start: installs what is
# missing where it may (root on Debian), else prints the one line to type. "offscreen" is enough to paint; "window" adds a virtual screen, mosquitto
# and PostgreSQL for the tests.
set -euo pipefail

[ "$(uname -s)" = Linux ] || exit 0 # elsewhere the wheels carry all they need

libraries=$(ldconfig -p 2>/dev/null || /sbin/ldconfig -p)
missing=()
need_library() { grep -q "^[[:space:]]*$1 " <<<"$libraries" || missing+=("$2"); }
need_program() { command -v "$1" >/dev/null || missing+=("$2"); }

need_library libEGL.so.1 libegl1
need_library libGL.so.1 libgl1
need_library libglib-2.0.so.0 libglib2.0-0
need_library libfontconfig.so.1 libfontconfig1
need_library libdbus-1.so.3 libdbus-1-3
need_library libxkbcommon.so.0 libxkbcommon0
# Without any font Qt paints empty boxes for letters.
[ -n "$(find /usr/share/fonts /usr/local/share/fonts "$HOME/.fonts" -iname '*.[ot]tf' -print -quit 2>/dev/null || true)" ] ||
    missing+=(fonts-dejavu-core)

if [ "${1:-offscreen}" = window ]; then
    need_program Xvfb xvfb
    need_program xauth xauth
    need_library libxkbcommon-x11.so.0 libxkbcommon-x11-0
    need_library libxcb-cursor.so.0 libxcb-cursor0
    need_library libxcb-icccm.so.4 libxcb-icccm4
    need_library libxcb-keysyms.so.1 libxcb-keysyms1
    need_library libxcb-shape.so.0 libxcb-shape0
    need_program chromium chromium # opens the battle report as a reader would
    PATH="$PATH:/usr/sbin" need_program mosquitto mosquitto # the tests of the league run both on free ports
    need_program mosquitto_pub mosquitto-clients
    compgen -G '/usr/lib/postgresql/*/bin/initdb' >/dev/null || need_program initdb postgresql
fi

[ ${#missing[@]} -eq 0 ] && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing system libraries: ${missing[*]}"
    apt-get update -qq
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${missing[@]}" >/dev/null
else
    echo "system libraries or programs are missing. Type: sudo apt-get install -y ${missing[*]}" >&2
    exit 1
fi
