"""Fits a plane to points, and goes on where it was after whatever happens to its processes.

Every worker runs this script; the variables live on the ps and are shared. The leading worker
saves them every few steps. A process that is lost is started again by ydl, and the training goes
on from what the ps hold, or, if a ps was lost, from the last checkpoint.

    bin/ydl-tf -job samples/checkpoint/train.py -numberworkers 2 -numberps 1 \\
        -- --checkpoint_dir /tmp/plane-{app_id}

All tasks must see the directory: the ps write the variables, the leader the index. The same
command with a directory that holds checkpoints goes on from the last of them.

What makes a script survive is marked with (1) to (4).
"""
import argparse
import json
import os
import sys
import time

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import tensorflow.compat.v1 as tf

tf.logging.set_verbosity(tf.logging.ERROR)
tf.disable_eager_execution()

WEIGHTS, BIAS = [3.0, -2.0], 1.0  # what is to be found out
NOISE = 0.1
BATCH = 100
LEARNING_RATE = 0.05
PATIENCE = 600  # seconds that a worker waits for the leader


def main():
    options = parse_options()
    cluster, task = find_cluster()

    # (1) A worker that is started again may come when all is done, and nobody waits for it.
    step = saved_step(options.checkpoint_dir)
    if step >= options.steps:
        say(f"final step {step}")
        return

    own_device = f"/job:{task['type']}/task:{task['index']}"
    with tf.device(tf.train.replica_device_setter(cluster=cluster, worker_device=own_device)):
        train, loss, global_step = make_model()
    with open_session(options, cluster, task) as session:
        step = session.run(global_step)
        say(f"begins at step {step}")
        report_at = step + options.report_every
        while step < options.steps:
            step, last_loss = session.run([train, loss])
            if step >= report_at:
                say(f"step {step}  loss {last_loss:.3f}")
                report_at = step + options.report_every
            time.sleep(options.pause)
    say(f"final step {step}")


def make_model():
    """The operation that trains and says how far we are, the loss, and the count of all workers' steps."""
    global_step = tf.train.get_or_create_global_step()
    weights = tf.get_variable("weights", [len(WEIGHTS), 1], initializer=tf.zeros_initializer())
    bias = tf.get_variable("bias", [], initializer=tf.zeros_initializer())

    points = tf.random.normal([BATCH, len(WEIGHTS)])
    noise = tf.random.normal([BATCH, 1], stddev=NOISE)
    heights = tf.matmul(points, tf.constant(WEIGHTS, shape=[len(WEIGHTS), 1])) + BIAS + noise

    loss = tf.reduce_mean(tf.square(tf.matmul(points, weights) + bias - heights))
    train = tf.train.GradientDescentOptimizer(LEARNING_RATE).minimize(loss, global_step)
    with tf.control_dependencies([train]):
        return global_step.read_value(), loss, global_step


def open_session(options, cluster, task):
    """A session on the server of this worker, which ydl has started."""
    target = os.environ.get("YDL_TARGET") or "grpc://" + cluster[task["type"]][task["index"]]
    # (2) Without filters the session waits for all other workers, also for those that are gone.
    config = tf.ConfigProto(device_filters=["/job:ps", f"/job:{task['type']}/task:{task['index']}"])
    if not leads(cluster, task):
        return tf.train.MonitoredSession(AfterLeader(target, config))
    # (3) Restores the last checkpoint, if there is one, and saves often and in the end.
    creator = tf.train.ChiefSessionCreator(master=target, config=config, checkpoint_dir=options.checkpoint_dir)
    saver = tf.train.CheckpointSaverHook(options.checkpoint_dir, save_steps=options.save_every)
    return tf.train.MonitoredSession(creator, [saver])


class AfterLeader(tf.train.SessionCreator):
    """Opens a session once the leader has initialised or restored the variables.

    (4) Like tf.train.WorkerSessionCreator, which however looks only every 30 seconds.
    """

    def __init__(self, target, config):
        self.target, self.config = target, config
        self.scaffold = tf.train.Scaffold()

    def create_session(self):
        self.scaffold.finalize()
        manager = tf.train.SessionManager(
            local_init_op=self.scaffold.local_init_op,
            ready_op=self.scaffold.ready_op,
            ready_for_local_init_op=self.scaffold.ready_for_local_init_op,
            recovery_wait_secs=0.2)
        return manager.wait_for_session(self.target, self.config, max_wait_secs=PATIENCE)


def leads(cluster, task):
    return task["type"] == "chief" or "chief" not in cluster and task["index"] == 0


def saved_step(directory):
    """Of the last checkpoint, 0 if there is none."""
    path = tf.train.latest_checkpoint(directory)  # such as DIR/model.ckpt-120
    return int(path.rsplit("-", 1)[1]) if path else 0


def find_cluster():
    config = json.loads(os.environ.get("TF_CONFIG") or "{}")
    if not config.get("cluster", {}).get("ps"):
        sys.exit("This script keeps its variables on a ps, and TF_CONFIG names none.\n"
                 "  try  bin/ydl-tf -job samples/checkpoint/train.py -numberworkers 2 -numberps 1 "
                 "-- --checkpoint_dir DIR")
    return config["cluster"], config["task"]


def parse_options():
    parser = argparse.ArgumentParser(description="Fit a plane to points, through faults.")
    parser.add_argument("--checkpoint_dir", required=True, metavar="DIR", help="all tasks must see it")
    parser.add_argument("--steps", type=int, default=400, help="of all workers together (%(default)s)")
    parser.add_argument("--save_every", type=int, default=20, metavar="STEPS", help="(%(default)s)")
    parser.add_argument("--report_every", type=int, default=20, metavar="STEPS", help="(%(default)s)")
    parser.add_argument("--pause", type=float, default=0.05, metavar="SECONDS",
                        help="after each step: there is little to compute (%(default)s)")
    return parser.parse_args()


def say(line):
    print(line, flush=True)


if __name__ == "__main__":
    main()
