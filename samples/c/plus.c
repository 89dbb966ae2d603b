/*
 * Adds two numbers on a worker of the cluster and prints 42: TensorFlow's C API, no Python.
 *
 *     bash samples/c/build.sh /tmp/plus
 *     bin/ydl-tf -job /tmp/plus -numberworkers 2
 *
 * Every worker runs it. ydl has started a TensorFlow server in every container before; the
 * program opens a session on that of its own worker, YDL_TARGET, and asks it to put the sum on
 * the last worker of the cluster. ydl puts the directory of libtensorflow into LD_LIBRARY_PATH.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tensorflow/c/c_api.h>

static TF_Status *status;

static void check(const char *doing)
{
    if (TF_GetCode(status) != TF_OK) {
        fprintf(stderr, "%s: %s\n", doing, TF_Message(status));
        exit(1);
    }
}

static const char *variable(const char *name)
{
    const char *value = getenv(name);
    if (value == NULL) {
        fprintf(stderr, "%s is not set. Run this by ydl: bin/ydl-tf -job plus -numberworkers 2\n", name);
        exit(1);
    }
    return value;
}

static TF_Operation *constant(TF_Graph *graph, const char *name, int32_t value)
{
    TF_Tensor *tensor = TF_AllocateTensor(TF_INT32, NULL, 0, sizeof value);
    memcpy(TF_TensorData(tensor), &value, sizeof value);
    TF_OperationDescription *description = TF_NewOperation(graph, "Const", name);
    TF_SetAttrTensor(description, "value", tensor, status);
    check(name);
    TF_SetAttrType(description, "dtype", TF_INT32);
    TF_Operation *operation = TF_FinishOperation(description, status);
    check(name);
    TF_DeleteTensor(tensor);
    return operation;
}

int main(void)
{
    status = TF_NewStatus();
    char device[64];
    snprintf(device, sizeof device, "/job:worker/task:%d", atoi(variable("YDL_NUM_WORKERS")) - 1);

    TF_Graph *graph = TF_NewGraph();
    TF_Output ten = {constant(graph, "ten", 10), 0};
    TF_Output thirty_two = {constant(graph, "thirty_two", 32), 0};
    TF_OperationDescription *description = TF_NewOperation(graph, "AddV2", "sum");
    TF_AddInput(description, ten);
    TF_AddInput(description, thirty_two);
    TF_SetDevice(description, device);
    TF_Output sum = {TF_FinishOperation(description, status), 0};
    check("building the graph");

    TF_SessionOptions *options = TF_NewSessionOptions();
    TF_SetTarget(options, variable("YDL_TARGET"));
    TF_Session *session = TF_NewSession(graph, options, status);
    check("opening a session");
    TF_Tensor *result = NULL;
    TF_SessionRun(session, NULL, NULL, NULL, 0, &sum, &result, 1, NULL, 0, NULL, status);
    check("running the session");

    printf("%d from %s with TensorFlow %s\n", *(int32_t *) TF_TensorData(result), device, TF_Version());

    TF_DeleteTensor(result);
    TF_CloseSession(session, status);
    TF_DeleteSession(session, status);
    TF_DeleteSessionOptions(options);
    TF_DeleteGraph(graph);
    TF_DeleteStatus(status);
    return 0;
}
