# shellcheck shell=bash
# A PostgreSQL server of one's own: sourced by the tests that need one. It lives in a temporary directory, listens on a
# socket there and nowhere else, and goes with the script.
#   start_cluster    makes it and starts it; POSTGRES_URL is its address. Skips the test if PostgreSQL is not installed.
#   stop_server      at once, as if it had crashed
#   start_server     again

# Debian keeps the server's programs out of PATH.
find_postgres() {
  local newest
  newest=$(printf '%s\n' /usr/lib/postgresql/*/bin | sort -V | tail -n 1)
  [[ -x $newest/initdb && -x $newest/pg_ctl ]] && postgres_bin=$newest
}

# The server refuses to run as root.
as_server() {
  if ((EUID != 0)); then
    "$@"
  else
    setpriv --reuid="$server_user" --regid="$(id -g "$server_user")" --clear-groups -- "$@"
  fi
}

start_cluster() {
  if ! find_postgres; then
    echo "skipped: PostgreSQL is not installed (apt-get install postgresql)"
    exit 77
  fi
  server_user=nobody
  id postgres >/dev/null 2>&1 && server_user=postgres
  cluster=$(mktemp -d /tmp/mazurka-pg.XXXXXX) || exit 1  # the name of a socket must be short
  ((EUID != 0)) || chown "$server_user" "$cluster"
  trap end_cluster EXIT
  (cd "$cluster" && as_server "$postgres_bin/initdb" -D "$cluster/data" -U mazurka -A trust -E UTF8 --no-sync \
    --locale=C) >"$cluster/initdb.log" 2>&1 || { cat "$cluster/initdb.log"; echo "initdb failed"; exit 1; }
  # A crash of the server loses nothing that the kernel has, so that the disk need not be waited for.
  cat >>"$cluster/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$cluster'
fsync = off
max_connections = 50
CONF
  start_server || { cat "$cluster/log"; echo "the server does not start"; exit 1; }
  export POSTGRES_URL="postgresql:///postgres?host=$cluster&user=mazurka"
}

start_server() { (cd "$cluster" && as_server "$postgres_bin/pg_ctl" -D "$cluster/data" -l "$cluster/log" -w -t 60 start) >/dev/null; }
stop_server() { (cd "$cluster" && as_server "$postgres_bin/pg_ctl" -D "$cluster/data" -m immediate -w stop) >/dev/null 2>&1; }

end_cluster() {
  stop_server
  rm -rf "$cluster"
}
