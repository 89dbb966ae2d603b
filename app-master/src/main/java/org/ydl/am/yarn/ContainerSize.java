package org.ydl.am.yarn;

import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.api.records.ResourceInformation;
import org.apache.hadoop.yarn.util.resource.ResourceUtils;
import org.ydl.api.Role;
import org.ydl.api.RoleSpec.Size;

/** The size of a container as YARN has it. Which resources there are beside memory and vcores, each cluster decides. */
final class ContainerSize {
    private ContainerSize() {}

    /** Only for a size without a {@link #problem}: YARN knows no GPUs by itself. */
    static Resource of(Size size) {
        Resource resource = Resource.newInstance(size.memoryMb(), size.vcores());
        if (size.gpus() > 0) {
            resource.setResourceValue(ResourceInformation.GPU_URI, size.gpus());
        }
        return resource;
    }

    /** Why no container of this size can come. */
    static Optional<String> problem(Role role, Size size, Resource largest) {
        boolean knowsGpus = ResourceUtils.getResourceTypes().containsKey(ResourceInformation.GPU_URI);
        if (size.gpus() > 0 && !knowsGpus) {
            return Optional.of("a " + role.label() + " of " + size + " needs a cluster with the resource "
                    + ResourceInformation.GPU_URI + ", which this one does not have."
                    + "\n  try        without --" + role.label() + "-gpus, or ask the administrators to enable GPUs");
        }
        boolean tooLarge = size.memoryMb() > largest.getMemorySize()
                || size.vcores() > largest.getVirtualCores()
                || size.gpus() > 0 && size.gpus() > largest.getResourceValue(ResourceInformation.GPU_URI);
        return tooLarge
                ? Optional.of(
                        "a " + role.label() + " of " + size + " is more than this queue gives a container, " + largest)
                : Optional.empty();
    }
}
