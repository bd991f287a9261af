import { Store } from "./store";

const items = [1, 2];

function setup(name: string) {
    return new Store(name);
}

describe("Store", () => {
    let store: Store;
    const helper = () => setup("helper");

    beforeEach(async () => {
        store = setup("a");
        store.open();
    });

    it("reads", async () => {
        const found = await store.get("a");
        expect(found).toBe(helper());
        verify(found);
    });

    describe.skip(`when ${items} are there`, function () {
        it.each([[1], [compute(2)]])("counts %d", n => {
            helper();
            check(n);
        });
        test.concurrent.only('runs', () => store.close());
    });

    it("is pending");

    function verify(found: unknown) {
        check(found);
    }
});
