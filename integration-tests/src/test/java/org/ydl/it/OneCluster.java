package org.ydl.it;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests an {@link Installation} whose cluster of two nodes is up: one for all of them, ended after the last. */
final class OneCluster implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext test) {
        return parameter.getParameter().getType() == Installation.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext test) {
        return test.getRoot()
                .getStore(Namespace.create(OneCluster.class))
                .getOrComputeIfAbsent(Running.class, key -> new Running(), Running.class)
                .installation;
    }

    private static final class Running implements AutoCloseable {
        private final Installation installation = new Installation();

        Running() {
            installation.cluster("up", "--nodes", "2", "--memory", "6144");
        }

        @Override
        public void close() {
            installation.close();
        }
    }
}
