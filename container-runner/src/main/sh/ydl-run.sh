#!/bin/bash
# The first process of a container: runs a command and leaves nothing of it behind.
#
#     /bin/bash ydl-run.sh java ... org.ydl.runner.Runner
#
# Every process of the command carries a cookie, YDL_COOKIE, in its environment. However the command ends, and also when
# this script is killed, all processes with the cookie are killed, those in sessions of their own included: YARN signals
# only the container's process group. A command that ends with 75 is then started anew, unless that happens too often
# in a short time. The exit code is the command's, 128 + n if signal n ended it. SIGTERM is passed on, and ends it all.

AGAIN=75
TOO_OFTEN=87

# No more new starts than this within so many seconds. A runner starts anew when a peer of it was lost, and peers are not
# lost and replaced at such a rate: it is a loop that nobody else would end.
MOST_STARTS=10
WINDOW=60

# Whether a thread of one of these processes, all of them killed, has yet to let go of what it holds, such as ports. A
# dying process loses its environment first.
dying() {
  local pid stat line
  for pid; do
    for stat in /proc/"$pid"/task/*/stat; do
      { read -r line <"$stat"; } 2>/dev/null || continue
      [[ "${line##*) }" == [ZX]* ]] || return 0
    done
  done
  return 1
}

# Kills every process that carries the cookie $1, until two looks find none: a process that is just becoming another
# program shows no environment for a moment. Bounded: a process in an uninterruptible system call cannot be killed now, and
# waiting for it would hold up the container's end.
sweep() {
  local round environ pid found empty=0 killed=()
  for round in {1..100}; do
    # An empty YDL_COOKIE keeps grep from finding itself. This shell is not found either: what it exports later is not
    # in the environment it was started with, and that is what /proc shows.
    found=$(YDL_COOKIE='' grep -lzxF "YDL_COOKIE=$1" /proc/[0-9]*/environ 2>/dev/null)
    if [ -n "$found" ]; then
      empty=0
    elif ! dying "${killed[@]}"; then
      empty=$((empty + 1))
      [ "$empty" -lt 2 ] || return 0
    fi
    for environ in $found; do
      pid=${environ#/proc/} pid=${pid%/environ}
      kill -KILL "$pid" 2>/dev/null
      killed+=("$pid")
    done
    sleep 0.02
  done
}

# The guard: reads until this script is gone, for whatever reason, then sweeps.
if [ "$1" = --guard ]; then
  while read -r _; do :; done
  sweep "$2"
  exit
fi

if [ $# -eq 0 ]; then
  echo "ydl-run.sh: no command; expected: ydl-run.sh java ... org.ydl.runner.Runner" >&2
  exit 80
fi

# The process id makes the cookie new for each run of this script in the same container. All starts of the command share
# it: each finds the former swept up.
cookie=${CONTAINER_ID:-no-container}.$$
command= stopping= signalled=

# Bash runs a trap only between commands or during a wait, so that the command runs in the background.
pass_on() {
  stopping=1 signalled=1
  [ -z "$command" ] || kill -TERM "$command" 2>/dev/null
}
trap pass_on TERM

# In a session of its own the guard outlives a SIGKILL to the container's process group. It holds the other end of 9,
# which nobody else may inherit: the end of this script must be the end of 9. It has no cookie, and none of the logs.
exec 9> >(exec setsid bash "$0" --guard "$cookie" >/dev/null 2>&1)

# TensorFlow takes a reserved port over only if this is in the environment that its process was started with.
export TF_GRPC_REUSE_PORT=1 YDL_COOKIE=$cookie

# Whether bash believes that the command runs although it has ended: it forgets an end that comes together with a signal,
# and a wait for it would last for ever.
forgotten() {
  ! kill -0 "$command" 2>/dev/null && [[ " $(jobs -rp | tr '\n' ' ')" == *" $command "* ]]
}

# Runs the command once, to its end, and sweeps; sets code. A SIGTERM that came before it is answered here.
run() {
  code=143
  [ -z "$stopping" ] || return

  "$@" 9>&- &
  command=$!
  # A signal that came before the command had an id was not passed on.
  [ -z "$stopping" ] || kill -TERM "$command" 2>/dev/null

  # A signal interrupts the wait with a code that is not the command's: wait once more.
  signalled=1
  while [ -n "$signalled" ]; do
    signalled=
    wait "$command"
    code=$?
    [ -z "$signalled" ] || ! forgotten || break
  done
  # Its id may be another's by now.
  command=
  sweep "$cookie"
}

started=() starts=0
run "$@"
while [ "$code" -eq $AGAIN ]; do
  earlier=${started[starts % MOST_STARTS]}
  if [ -n "$earlier" ] && [ $((SECONDS - earlier)) -lt $WINDOW ]; then
    echo "ydl-run.sh: gave up: the command asked to be started anew more than $MOST_STARTS times within $WINDOW s" >&2
    code=$TOO_OFTEN
    break
  fi
  started[starts % MOST_STARTS]=$SECONDS
  starts=$((starts + 1))
  run "$@"
done
exit "$code"
