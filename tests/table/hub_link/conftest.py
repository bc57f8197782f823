import pytest

from tests.table.hub_link.broker import MOSQUITTO, Broker, FakeHub, membership


@pytest.fixture(scope="module")
def broker(tmp_path_factory):
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed: requirements/system-libraries.sh window installs it")
    one = Broker(tmp_path_factory.mktemp("mosquitto"))
    yield one
    one.kill()


@pytest.fixture
def hub(broker):
    one = FakeHub(broker)
    yield one
    one.close()


@pytest.fixture
def member(broker, hub):
    return membership(broker, hub)
