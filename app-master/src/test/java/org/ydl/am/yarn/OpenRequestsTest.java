package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import org.apache.hadoop.yarn.api.records.Container;
import org.apache.hadoop.yarn.api.records.ContainerId;
import org.apache.hadoop.yarn.api.records.NodeId;
import org.apache.hadoop.yarn.api.records.Priority;
import org.apache.hadoop.yarn.api.records.Resource;
import org.apache.hadoop.yarn.client.api.AMRMClient.ContainerRequest;
import org.junit.jupiter.api.Test;
import org.ydl.api.Role;

class OpenRequestsTest {
    private static final Resource SIZE = Resource.newInstance(1024, 1);

    private final OpenRequests open = new OpenRequests();

    @Test
    void gangIsAskedForUnderOneKey() {
        List<ContainerRequest> gang = ask(3, Optional.empty());

        assertEquals(3, gang.size());
        assertEquals(
                1,
                gang.stream()
                        .map(ContainerRequest::getAllocationRequestId)
                        .distinct()
                        .count());
        assertEquals(Optional.of(Role.WORKER), OpenRequests.role(gang.get(0).getPriority()));
    }

    @Test
    void containerSatisfiesARequestOfItsOwnAskingAlone() {
        ContainerRequest first = ask(1, Optional.of("node1")).get(0);
        ContainerRequest second = ask(1, Optional.of("node2")).get(0);

        assertEquals(Optional.of(second), open.satisfiedBy(answer(second)));
        assertEquals(Optional.empty(), open.satisfiedBy(answer(second)));
        assertEquals(Optional.of(first), open.satisfiedBy(answer(first)));
    }

    @Test
    void takenBackIsWhatHasNotCome() {
        List<ContainerRequest> gang = ask(2, Optional.empty());
        ContainerRequest other = ask(1, Optional.empty()).get(0);
        open.satisfiedBy(answer(gang.get(0)));

        List<ContainerRequest> taken = open.takeBack();

        assertEquals(2, taken.size());
        assertTrue(taken.contains(other));
        assertEquals(List.of(), open.takeBack());
        assertEquals(Optional.empty(), open.satisfiedBy(answer(other)));
    }

    @Test
    void nodeIsAWishThatOthersMayFulfil() {
        ContainerRequest request = ask(1, Optional.of("node1")).get(0);

        assertEquals(List.of("node1"), request.getNodes());
        assertTrue(request.getRelaxLocality());
    }

    @Test
    void labelLeavesNoRoomForANode() {
        ContainerRequest request = open.ask(Role.PS, SIZE, 1, Optional.of("node1"), Optional.of("gpu"))
                .get(0);

        assertEquals(null, request.getNodes());
        assertEquals("gpu", request.getNodeLabelExpression());
    }

    @Test
    void priorityOfSomeoneElseStandsForNoRole() {
        assertEquals(Optional.empty(), OpenRequests.role(Priority.newInstance(0)));
        assertEquals(Optional.empty(), OpenRequests.role(Priority.newInstance(Role.values().length + 1)));
    }

    private List<ContainerRequest> ask(int count, Optional<String> node) {
        return open.ask(Role.WORKER, SIZE, count, node, Optional.empty());
    }

    private static Container answer(ContainerRequest request) {
        Container container = Container.newInstance(
                ContainerId.fromString("container_1700_0001_01_000002"),
                NodeId.newInstance("elsewhere", 45454),
                "",
                SIZE,
                request.getPriority(),
                null);
        container.setAllocationRequestId(request.getAllocationRequestId());
        return container;
    }
}
