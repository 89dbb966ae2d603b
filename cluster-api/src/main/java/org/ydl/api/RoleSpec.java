package org.ydl.api;

import java.util.Optional;

/**
 * How many tasks a role has, what each of their containers gets and what happens in it.
 *
 * @param nodeLabel where the containers must be; absent: where the queue puts them
 * @param runsProgram whether the user's program runs in its containers
 */
public record RoleSpec(int count, Size size, Optional<String> nodeLabel, boolean runsProgram, ServerOwner server) {

    /** What a container gets. */
    public record Size(int memoryMb, int vcores, int gpus) {
        @Override
        public String toString() {
            return memoryMb + " MiB and " + counted(vcores, "vcore")
                    + (gpus == 0 ? "" : " and " + counted(gpus, "GPU"));
        }

        private static String counted(int count, String one) {
            return count + " " + one + (count == 1 ? "" : "s");
        }
    }

    /** A role of the plain kind: a server of ydl's in each container, and the program in those that train. */
    public static RoleSpec bridged(int count, int memoryMb, int vcores, boolean runsProgram) {
        return new RoleSpec(count, new Size(memoryMb, vcores, 0), Optional.empty(), runsProgram, ServerOwner.BRIDGE);
    }
}
