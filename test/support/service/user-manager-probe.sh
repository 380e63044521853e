# Run by user-manager.sh as a user with a systemd user manager. Each block that it prints starts with a line `@ NAME`;
# user-manager.test.ts checks the blocks.
cd ~
service=agent-usage
cli() { node ~/package/dist/cli.js "$@" 2>&1; }
block() { echo "@ $1"; }
show() { systemctl --user show "$service" --property="$1" --value; }
# Waits for a line of the service's process in the journal.
line() { timeout 30 grep --quiet --max-count=1 "$2" < <(journalctl --user --unit="$service" --follow --lines=all --output=cat _PID="$1"); }
# The first line of the process that ran last that matches. By process and not by unit: of a line that is read once its process has
# ended, the journal no longer knows the unit.
found() { timeout 30 grep --max-count=1 "$1" < <(journalctl --user --follow --lines=20 --output=cat _PID="$(show ExecMainPID)"); }
ours() { find ~/.config ~/.local -not -type d \( -name "$service.*" -o -name service.env \) | sed "s|^$HOME/|left: |"; }
variable() { tr '\0' '\n' <"/proc/$(show MainPID)/environ" | grep "^$1=" | cut -d= -f2-; }
settings=.config/$service/config.json
unit=.config/systemd/user/$service.service
mkdir -p ~/.config/$service "$unit.d"
printf '[Service]\nRestartSec=1\n' >"$unit.d/test.conf"

block install; cli install; echo "status $?"
block verify; systemd-analyze --user verify ~/$unit 2>&1; echo "status $?"
block security; systemd-analyze --user security --no-pager $service 2>&1 | tail -n 1
block twice; cli install | grep Unchanged
block enable; systemctl --user daemon-reload && systemctl --user enable --now $service 2>/dev/null; systemctl --user is-active $service; systemctl --user is-enabled $service
first=$(show MainPID)
line "$first" 'refresh done'
block first-beat; journalctl --user --unit=$service --output=json _PID="$first" | grep 'refresh done' | node -e '
  for (const text of require("fs").readFileSync(0, "utf8").trim().split("\n")) {
    const { PRIORITY, MESSAGE } = JSON.parse(text);
    console.log(PRIORITY, MESSAGE);
  }'
block doctor; cli doctor | grep -o -E '^[[:alpha:]]+ +service[^:]*'

# A beat runs at the start only if the last one was over five minutes ago.
node -e '
  const fs = require("fs"), path = ".local/state/agent-usage/state.json";
  const { sum, ...state } = JSON.parse(fs.readFileSync(path, "utf8"));
  state.lastBeat.at = new Date(Date.now() - 3_600_000).toISOString();
  fs.writeFileSync(path, JSON.stringify(state));'
mkfifo started
systemctl --user kill --kill-whom=main --signal=KILL $service
for _ in $(seq 200); do second=$(show MainPID); [ "$second" != 0 ] && [ "$second" != "$first" ] && break; sleep 0.05; done
line "$second" 'refresh done'
block killed; echo "another process: $([ "$second" != "$first" ] && echo yes)"; echo "restarts $(show NRestarts)"; journalctl --user --unit=$service --output=cat _PID="$second" | grep --count 'refresh done'

block stop; timeout 30 systemctl --user stop $service; echo "status $?"; echo "$(show Result) $(show ExecMainStatus) $(show ActiveState)"

# A collector that accepts the connection and never answers.
mkfifo asked
node -e '
  require("net").createServer(() => require("fs").writeFileSync("asked", "x")).listen(4443, "127.0.0.1");' &
collector=$!
echo '{"baseUrl":"https://127.0.0.1:4443"}' >$settings
rm -rf ~/.local/state/$service
systemctl --user start $service
timeout 30 cat asked >/dev/null
block stop-in-push; timeout 30 systemctl --user stop $service; echo "status $?"; echo "$(show Result) $(show ExecMainStatus) $(show ActiveState)"; ls ~/.local/state/$service
kill $collector

block bad-setting; echo '{"baseUrl":"http://127.0.0.1"}' >$settings; systemctl --user --wait start $service; echo "$(show Result) $(show ExecMainStatus) $(show SubState) restarts $(show NRestarts)"
found baseUrl >/dev/null; journalctl --user --output=cat _PID="$(show ExecMainPID)" | grep --count baseUrl
rm $settings; systemctl --user reset-failed $service

block proxy; export HTTPS_PROXY='http://me:p%40$s"`;%h@127.0.0.1:9' NO_PROXY='a\`"#$b,localhost' NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS="/no such/ca \$HOME.pem"
cli install --now | grep --only-matching 'Wrote.*service.env'
stat --format=%a .config/$service/service.env
for name in HTTPS_PROXY NO_PROXY NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS; do [ "$(variable $name)" = "${!name}" ] && echo "$name as it was"; done

block proxy-later; NO_PROXY=elsewhere; unset NODE_USE_ENV_PROXY; cli install --now >/dev/null; variable NO_PROXY; variable NODE_USE_ENV_PROXY
block proxy-gone; unset HTTPS_PROXY NO_PROXY NODE_USE_ENV_PROXY NODE_EXTRA_CA_CERTS; cli install --now >/dev/null; echo "left: $(variable HTTPS_PROXY)"
export HTTPS_PROXY=http://127.0.0.1:9; rm -f .config/$service/service.env; cli install >/dev/null; rm -f .config/$service/service.env; systemctl --user restart $service
block proxy-new; cli install --now >/dev/null; variable HTTPS_PROXY; unset HTTPS_PROXY

block bad-credential; printf 'two words' >push-token.txt; printf '[Service]\nLoadCredential=push-token:%%h/push-token.txt\n' >"$unit.d/token.conf"
systemctl --user daemon-reload; systemctl --user stop $service; systemctl --user --wait start $service; show ExecMainStatus; found CREDENTIALS_DIRECTORY
block credential; printf 'a-token-of-the-collector' >push-token.txt; systemctl --user reset-failed $service; rm -f .local/state/$service/state.json; systemctl --user start $service; cat "$(variable CREDENTIALS_DIRECTORY)/push-token"; echo
line "$(show MainPID)" 'refresh done'; timeout 30 systemctl --user stop $service; show ExecMainStatus; journalctl --user --unit=$service --output=cat | grep --count a-token-of
rm "$unit.d/token.conf"

block outcome; cli install --now | sed -n '/^The service is running/,$p'; echo "status ${PIPESTATUS[0]}"
block outcome-failed; cp .local/state/$service/state.json saved.json; systemctl --user stop $service; sed -i 's/"schemaVersion":1/"schemaVersion":2/' .local/state/$service/state.json; cli install --now; echo "status $?"
mv saved.json .local/state/$service/state.json; systemctl --user reset-failed $service

block upgrade; cp -r package newer; node newer/dist/cli.js install --now 2>&1 | head -n 1; tr '\0' ' ' <"/proc/$(show MainPID)/cmdline"; echo; rm -r newer

block upgrade-in-place; cli install --now >/dev/null; first=$(show MainPID); echo '// another' >>package/dist/daemon.js; cli install --now | grep --count Unchanged; show ActiveState; echo "another process: $([ "$(show MainPID)" != "$first" ] && echo yes)"

block sandbox; cp "package/systemd/$service.service.d/sandbox.conf" "$unit.d/"; cli install --now >/dev/null; systemctl --user stop $service; rm -rf .local/state/$service/state.json; systemctl --user daemon-reload; systemctl --user start $service
sandboxed=$(show MainPID)
if line "$sandboxed" 'refresh done'; then echo "works"; awk '$5 == "/usr" || $5 == "/" { print $6 }' "/proc/$sandboxed/mountinfo" | head -n 1 | cut -d, -f1; else echo "refused: $(show Result) $(show ExecMainStatus)"; fi
rm "$unit.d/sandbox.conf"

block full-disk; printf '[Service]\nEnvironment=AGENT_USAGE_STATE_DIR=%%h/small/state\n' >"$unit.d/small.conf"
mkdir small/state; head -c 1M /dev/zero >small/filler 2>/dev/null; systemctl --user daemon-reload; systemctl --user restart $service
full=$(show MainPID); line "$full" 'cannot write'
echo "$(show ActiveState) $(show SubState) restarts $(show NRestarts), the same process: $([ "$(show MainPID)" = "$full" ] && echo yes)"; ls small/state
rm small/filler; systemctl --user restart $service; line "$(show MainPID)" 'refresh done'; ls small/state | grep state.json
rm "$unit.d/small.conf"; systemctl --user daemon-reload; systemctl --user restart $service

block uninstall; rm -r "$unit.d"; cli uninstall; echo "status $?"; ours; show ActiveState; ls .local/state/$service
block uninstall-again; cli uninstall; echo "status $?"
block uninstall-without-bus; cli install --now >/dev/null; systemctl --user is-enabled $service; env --unset=XDG_RUNTIME_DIR --unset=DBUS_SESSION_BUS_ADDRESS node package/dist/cli.js uninstall 2>&1 | grep Removed; ours
systemctl --user disable --now $service 2>/dev/null; cli uninstall >/dev/null
block moved-config; export XDG_CONFIG_HOME=$HOME/cfg; cli install --now | grep --invert-match Wrote; systemctl --user is-active $service; cli uninstall >/dev/null; unset XDG_CONFIG_HOME; find cfg -not -type d
block pattern-config; mkdir -p "cfg/[w]*"; export HTTPS_PROXY=http://127.0.0.1:9; XDG_CONFIG_HOME="$HOME/cfg/[w]* 100%h\\" cli install --now >/dev/null; variable HTTPS_PROXY; unset HTTPS_PROXY
XDG_CONFIG_HOME=$HOME/other cli uninstall >/dev/null; find cfg -not -type d; ours
block imported-config; systemctl --user set-environment XDG_CONFIG_HOME="$HOME/imported"; cli install --now | grep Wrote; systemctl --user is-active $service; systemctl --user unset-environment XDG_CONFIG_HOME; cli uninstall >/dev/null; ours
block quoted-node; mkdir "it's"; ln -s "$(command -v node)" "it's/node"; PATH="$HOME/it's:$PATH" cli install --now >/dev/null; systemctl --user is-active $service; tr '\0' '\n' <"/proc/$(show MainPID)/cmdline" | head -n 1; cli uninstall >/dev/null
block install-without-bus; env --unset=XDG_RUNTIME_DIR --unset=DBUS_SESSION_BUS_ADDRESS node package/dist/cli.js install --now 2>&1 | grep --only-matching -e Wrote -e '--now needs a login session'; cli uninstall >/dev/null
block settings-wrong; echo '{' >$settings; cli install --now; echo "status $?"; show ActiveState; cli uninstall --purge --yes; echo "status $?"; rm $settings; cli uninstall >/dev/null
block foreign-state; mkdir foreign; echo '{"schemaVersion":1,"program":"another"}' >foreign/state.json; AGENT_USAGE_STATE_DIR=$HOME/foreign cli uninstall --purge --yes; echo "status $?"; ls foreign
block npx; mkdir -p .npm/_npx/0f1e && cp -r package .npm/_npx/0f1e/; node .npm/_npx/0f1e/package/dist/cli.js install 2>&1; echo "status $?"; ours
block purge; cli uninstall --purge; ls .local/state/$service | head -n 1; cli uninstall --purge --yes >/dev/null; echo "status $?"; find .local/state/$service .config/$service 2>/dev/null
block end
