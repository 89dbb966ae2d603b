import com.sun.jna.Library;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.Structure;
import com.sun.jna.ptr.PointerByReference;

/**
 * Adds two numbers on a worker of the cluster and prints 42: TensorFlow's C API through JNA, no Python.
 *
 * <pre>
 *     bash samples/java/build.sh /tmp/plus.jar
 *     bin/ydl-tf -job /tmp/plus.jar -numberworkers 2
 * </pre>
 *
 * Every worker runs it. ydl has started a TensorFlow server in every container before; the program opens a session on
 * that of its own worker, YDL_TARGET, and asks it to put the sum on the last worker of the cluster. YDL_TF_LIBRARY is
 * the libtensorflow of that server.
 */
public final class Plus {
    private static final int INT32 = 3; // TF_INT32

    /** The functions of tensorflow/c/c_api.h that are used here. */
    public interface TensorFlow extends Library {
        String TF_Version();

        Pointer TF_NewStatus();

        int TF_GetCode(Pointer status);

        String TF_Message(Pointer status);

        Pointer TF_AllocateTensor(int type, long[] sizes, int dimensions, long bytes);

        Pointer TF_TensorData(Pointer tensor);

        Pointer TF_NewGraph();

        Pointer TF_NewOperation(Pointer graph, String type, String name);

        void TF_SetAttrTensor(Pointer description, String name, Pointer tensor, Pointer status);

        void TF_SetAttrType(Pointer description, String name, int type);

        void TF_SetDevice(Pointer description, String device);

        void TF_AddInput(Pointer description, Output.ByValue input);

        Pointer TF_FinishOperation(Pointer description, Pointer status);

        Pointer TF_NewSessionOptions();

        void TF_SetTarget(Pointer options, String target);

        Pointer TF_NewSession(Pointer graph, Pointer options, Pointer status);

        void TF_SessionRun(
                Pointer session,
                Pointer runOptions,
                Pointer inputs,
                Pointer inputValues,
                int inputCount,
                Output[] outputs,
                PointerByReference outputValues,
                int outputCount,
                Pointer targets,
                int targetCount,
                Pointer metadata,
                Pointer status);

        void TF_CloseSession(Pointer session, Pointer status);
    }

    /** One of an operation's outputs: TF_Output. */
    @Structure.FieldOrder({"operation", "index"})
    public static class Output extends Structure {
        public Pointer operation;
        public int index;

        /** As an argument it is passed whole, not by its address. */
        public static final class ByValue extends Output implements Structure.ByValue {}
    }

    private final TensorFlow tensorFlow;
    private final Pointer status;
    private final Pointer graph;

    private Plus(TensorFlow tensorFlow) {
        this.tensorFlow = tensorFlow;
        status = tensorFlow.TF_NewStatus();
        graph = tensorFlow.TF_NewGraph();
    }

    public static void main(String[] args) {
        System.setProperty("jna.tmpdir", System.getProperty("user.dir")); // a container may have no home
        TensorFlow tensorFlow = Native.load(variable("YDL_TF_LIBRARY"), TensorFlow.class);
        String device = "/job:worker/task:" + (Integer.parseInt(variable("YDL_NUM_WORKERS")) - 1);

        int sum = new Plus(tensorFlow).sum(10, 32, device, variable("YDL_TARGET"));

        System.out.println(sum + " from " + device + " with TensorFlow " + tensorFlow.TF_Version());
    }

    private int sum(int one, int other, String device, String target) {
        Pointer description = tensorFlow.TF_NewOperation(graph, "AddV2", "sum");
        tensorFlow.TF_AddInput(description, constant("one", one));
        tensorFlow.TF_AddInput(description, constant("other", other));
        tensorFlow.TF_SetDevice(description, device);
        Output[] outputs = (Output[]) new Output().toArray(1);
        outputs[0].operation = finished(description);

        Pointer options = tensorFlow.TF_NewSessionOptions();
        tensorFlow.TF_SetTarget(options, target);
        Pointer session = tensorFlow.TF_NewSession(graph, options, status);
        check();
        PointerByReference result = new PointerByReference();
        tensorFlow.TF_SessionRun(session, null, null, null, 0, outputs, result, 1, null, 0, null, status);
        check();
        int sum = tensorFlow.TF_TensorData(result.getValue()).getInt(0);
        tensorFlow.TF_CloseSession(session, status);
        return sum;
    }

    private Output.ByValue constant(String name, int value) {
        Pointer tensor = tensorFlow.TF_AllocateTensor(INT32, new long[0], 0, Integer.BYTES);
        tensorFlow.TF_TensorData(tensor).setInt(0, value);
        Pointer description = tensorFlow.TF_NewOperation(graph, "Const", name);
        tensorFlow.TF_SetAttrTensor(description, "value", tensor, status);
        tensorFlow.TF_SetAttrType(description, "dtype", INT32);
        Output.ByValue output = new Output.ByValue();
        output.operation = finished(description);
        return output;
    }

    private Pointer finished(Pointer description) {
        Pointer operation = tensorFlow.TF_FinishOperation(description, status);
        check();
        return operation;
    }

    private void check() {
        if (tensorFlow.TF_GetCode(status) != 0) {
            throw new IllegalStateException(tensorFlow.TF_Message(status));
        }
    }

    private static String variable(String name) {
        String value = System.getenv(name);
        if (value == null) {
            System.err.println(name + " is not set. Run this by ydl: bin/ydl-tf -job plus.jar -numberworkers 2");
            System.exit(1);
        }
        return value;
    }
}
