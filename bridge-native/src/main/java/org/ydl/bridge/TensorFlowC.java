package org.ydl.bridge;

import com.sun.jna.Library;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;

/**
 * The functions of TensorFlow's C API that ydl calls, named as they are exported.
 *
 * <p>Missing on purpose: {@code TF_ServerStop} (answers "not implemented" and blocks while another thread joins), {@code
 * TF_DeleteServer} (aborts the process once the server was started) and {@code TF_ServerJoin} (never returns). A server
 * ends only with its process.
 */
interface TensorFlowC extends Library {
    String TF_Version();

    Pointer TF_NewStatus();

    int TF_GetCode(Pointer status);

    String TF_Message(Pointer status);

    void TF_DeleteStatus(Pointer status);

    /** Copies the definition. Null, with the reason in the status, when the server could not be made. */
    Pointer TF_NewServer(byte[] serverDef, NativeLong length, Pointer status);

    void TF_ServerStart(Pointer server, Pointer status);

    /** Owned by the server. */
    String TF_ServerTarget(Pointer server);
}
