package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.api.records.ResourceTypeInfo;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec.Size;

class ContainerSizeTest {
    private static final List<ResourceTypeInfo> PLAIN = List.of(
            ResourceTypeInfo.newInstance(ResourceInformation.MEMORY_URI, "Mi"),
            ResourceTypeInfo.newInstance(ResourceInformation.VCORES_URI));

    /** YARN keeps the known resources in one place for the whole process. */
    @AfterEach
    void forgetGpus() {
        ResourceUtils.reinitializeResources(PLAIN);
    }

    @Test
    void sizeWithoutGpusNeedsNothingOfTheCluster() {
        Resource resource = ContainerSize.of(new Size(1024, 2, 0));

        assertEquals(Resource.newInstance(1024, 2), resource);
    }

    @Test
    void gpusAreAskedForWhereTheClusterHasThem() {
        clusterHasGpus();

        Resource resource = ContainerSize.of(new Size(1024, 2, 3));

        assertEquals(3, resource.getResourceValue(ResourceInformation.GPU_URI));
    }

    @Test
    void clusterWithoutGpusIsToldInWords() {
        String problem = ContainerSize.problem(Role.CHIEF, new Size(1024, 2, 1), Resource.newInstance(4096, 4))
                .orElseThrow();

        assertTrue(problem.startsWith("a chief of 1024 MiB and 2 vcores and 1 GPU needs a cluster"), problem);
        assertTrue(problem.contains("yarn.io/gpu") && problem.contains("--chief-gpus"), problem);
    }

    @Test
    void sizeThatIsMoreThanTheLargestContainerIsAProblem() {
        clusterHasGpus();
        Resource largest = Resource.newInstance(4096, 4);
        largest.setResourceValue(ResourceInformation.GPU_URI, 2);

        assertEquals(Optional.empty(), ContainerSize.problem(Role.PS, new Size(4096, 4, 2), largest));
        for (Size tooLarge : List.of(new Size(4097, 4, 2), new Size(4096, 5, 2), new Size(4096, 4, 3))) {
            String problem = ContainerSize.problem(Role.PS, tooLarge, largest).orElseThrow();
            assertTrue(problem.startsWith("a ps of " + tooLarge + " is more than this queue gives"), problem);
        }
    }

    private static void clusterHasGpus() {
        List<ResourceTypeInfo> types = new ArrayList<>(PLAIN);
        types.add(ResourceTypeInfo.newInstance(ResourceInformation.GPU_URI));
        ResourceUtils.reinitializeResources(types);
    }
}
