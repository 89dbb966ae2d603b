# ydl:files ../between-graph/digits.csv.gz
"""Teaches a small network to read handwritten digits with MultiWorkerMirroredStrategy.

Every worker holds the whole network and reads its own share of the images; the changes are
averaged over all workers at each step, so that the copies stay the same (synchronous
training). The first worker is the chief and saves checkpoints, from the last of which training
goes on if it is interrupted. An evaluator, which is no
member of the cluster, waits for them and says how well each one reads images that were not
trained on.

    bin/ydl-tf -job samples/multi-worker/train.py --num-workers 2 --num-evaluator 1 \\
        -- --model_dir /tmp/digits-{app_id}

All tasks must see the directory. Who is what stands in TF_CONFIG. The strategy makes its own
TensorFlow server in each worker, and ydl starts none. The digits are those of
samples/between-graph.
"""
import argparse
import json
import os
import pathlib
import sys

os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "2")  # read when TensorFlow is imported

import numpy as np
import tensorflow as tf

CLASSES = 10
HIDDEN = 64
BATCH = 64  # images a step and worker
BRIGHTEST = 16
LEARNING_RATE = 0.3
PATIENCE = 120  # seconds that the evaluator waits for the next checkpoint


def main():
    options = parse_options()
    task = json.loads(os.environ.get("TF_CONFIG") or "{}").get("task", {})
    if task.get("type") == "evaluator":
        evaluate(options)
    else:
        train(options, is_chief=task.get("index", 0) == 0)


def train(options, is_chief):
    strategy = tf.distribute.MultiWorkerMirroredStrategy()
    with strategy.scope():
        model = Model()
    images, labels = read_digits()[0]

    def batches(context):
        """Random batches without end, other ones in each worker."""
        seed = context.input_pipeline_id
        data = tf.data.Dataset.from_tensor_slices((images, labels))
        return data.shuffle(len(images), seed=seed).repeat().batch(BATCH, drop_remainder=True)

    @tf.function
    def step(iterator):
        losses = strategy.run(model.learn, args=(next(iterator),))
        return strategy.reduce(tf.distribute.ReduceOp.MEAN, losses, axis=None)

    iterator = iter(strategy.distribute_datasets_from_function(batches))
    # The copies are the same, so the chief's is enough.
    saver = tf.train.CheckpointManager(tf.train.Checkpoint(model=model), options.model_dir, max_to_keep=None)
    # All read the same one: the next is saved after a step, which no worker can take alone.
    last = saver.restore_or_initialize()
    done = number_of(last) if last else 0
    if is_chief and done:
        print(f"goes on after step {done}", flush=True)
    for number in range(done + 1, options.steps + 1):
        loss = step(iterator)
        if is_chief and (number % options.save_every == 0 or number == options.steps):
            print(f"step {number}  loss {loss:.2f}", flush=True)
            saver.save(checkpoint_number=number)
    if is_chief:
        reached = model.accuracy(*read_digits()[1])
        print(f"{strategy.num_replicas_in_sync} workers reached accuracy {reached:.4f}", flush=True)
        assert reached > 0.9, "it has not learnt to read"


def number_of(checkpoint):
    """How many steps were done before this checkpoint was saved."""
    return int(checkpoint.rsplit("-", 1)[1])


def evaluate(options):
    images, labels = read_digits()[1]
    model = Model()
    for path in tf.train.checkpoints_iterator(options.model_dir, timeout=PATIENCE):
        tf.train.Checkpoint(model=model).read(path).expect_partial()
        number = number_of(path)
        print(f"evaluated step {number}  accuracy {model.accuracy(images, labels):.4f}", flush=True)
        if number >= options.steps:
            return
    sys.exit(f"There was no new checkpoint in {options.model_dir} for {PATIENCE} s, and the last one is still to come.")


class Model(tf.Module):
    """One hidden layer."""

    def __init__(self):
        super().__init__()
        pixels = 8 * 8
        self.hidden_weights = variable(tf.random.normal([pixels, HIDDEN], stddev=pixels ** -0.5, seed=1))
        self.hidden_biases = variable(tf.zeros([HIDDEN]))
        self.output_weights = variable(tf.random.normal([HIDDEN, CLASSES], stddev=HIDDEN ** -0.5, seed=2))
        self.output_biases = variable(tf.zeros([CLASSES]))

    def logits(self, images):
        hidden = tf.nn.relu(images @ self.hidden_weights + self.hidden_biases)
        return hidden @ self.output_weights + self.output_biases

    def learn(self, batch):
        images, labels = batch
        with tf.GradientTape() as tape:
            losses = tf.nn.sparse_softmax_cross_entropy_with_logits(labels, self.logits(images))
            loss = tf.reduce_mean(losses)
        variables = self.trainable_variables
        for changed, gradient in zip(variables, tape.gradient(loss, variables)):
            changed.assign_sub(LEARNING_RATE * gradient)
        return loss

    def accuracy(self, images, labels):
        return np.mean(np.argmax(self.logits(images), axis=1) == labels)


def variable(initial):
    """Changes to it are averaged over the workers before they are made."""
    return tf.Variable(initial, aggregation=tf.VariableAggregation.MEAN)


def read_digits():
    """1,797 images of 8 x 8 pixels, the digit last; each fifth is for testing."""
    here = pathlib.Path(__file__).parent
    places = [here / "digits.csv.gz", here.parent / "between-graph" / "digits.csv.gz"]
    file = next(place for place in places if place.exists())
    rows = np.loadtxt(file, delimiter=",", dtype=np.int64)
    images, labels = rows[:, :-1].astype(np.float32) / BRIGHTEST, rows[:, -1]
    for_test = np.arange(len(rows)) % 5 == 0
    return (images[~for_test], labels[~for_test]), (images[for_test], labels[for_test])


def parse_options():
    parser = argparse.ArgumentParser(description="Learn to read handwritten digits.")
    parser.add_argument("--model_dir", required=True, metavar="DIR",
                        help="where the checkpoints go; all tasks must see it")
    parser.add_argument("--steps", type=int, default=400, help="(%(default)s)")
    parser.add_argument("--save_every", type=int, default=200, metavar="STEPS", help="(%(default)s)")
    return parser.parse_args()


if __name__ == "__main__":
    main()
