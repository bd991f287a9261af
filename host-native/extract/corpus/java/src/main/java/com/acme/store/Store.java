/*
 * Licensed to the Acme Authors under the Apache License.
 */
package com.acme.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.*;

import com.acme.io.Channel;
import com.acme.model.Outer.Inner;
import static com.acme.util.Checks.notNull;
import static com.acme.util.Names.*;

/**
 * A store of items.
 *
 * @param <T> what it holds
 */
@Singleton
@Table(name = "store", owner = Store.class)
public abstract class Store<T extends Item> extends BaseStore<T> implements Source<T>, Map.Entry<String, T>, Closeable {

    /** How many items there are at most. */
    public static final int MAX = limit("store"), MIN = 1;
    private static final Logger log = Logger.getLogger(Store.class);
    protected final Map<String, T> items = new ConcurrentHashMap<>();
    private Channel[] channels, spare[];
    private final Runnable flusher = new Runnable() {
        private int runs;

        @Override
        public void run() {
            flush();
            this.toString();
            runs++;
        }
    };
    private Callback callback = item -> item.touch();

    static {
        register(Store.class);
    }

    {
        open();
    }

    /** Makes a store. */
    public Store(Source<T> source, String... names) throws IOException {
        super(source);
        this.items.putAll(source.load(names[0].trim()));
    }

    Store(int size) {
        this(new EmptySource<>(), String.valueOf(size));
    }

    /**
     * Returns an item.
     */
    @Override
    @Deprecated
    public T get(final String name, @Nullable Options options) {
        T item = items.get(name);
        if (item == null) {
            var loader = new Loader(this, 3);
            item = loader.load(name).orElseThrow();
            loader.close();
        }
        item.touch();
        notNull(item).touch();
        items.get("x").touch();
        for (T other : items.values()) {
            other.touch();
        }
        for (var channel : channels) {
            channel.write(item);
        }
        channels[0].flush();
        return item;
    }

    protected abstract void flush();

    public native long handle(long pointer);

    private static <R extends Result> R convert(Object value, Class<R> type) {
        if (value instanceof Item item && item.isOpen()) {
            item.close();
        } else if (!(value instanceof Point(int x, Bounds bounds))) {
            return null;
        }
        if (value instanceof Item) {
            ((Item) value).touch();
        }
        R result = (R) value;
        result.check();
        return switch (value) {
            case Named named -> {
                named.rename();
                yield null;
            }
            case Group group when group.isOpen() -> group.convert();
            default -> result;
        };
    }

    void read(Path path) {
        try (Channel channel = Channel.open(path); var reader = channel.reader()) {
            reader.skip();
            String line = reader.readLine();
            line.trim();
        } catch (IOException | RuntimeException e) {
            e.printStackTrace();
        } catch (StoreException e) {
            e.report();
        } finally {
            log.info("read");
            super.read(path);
            Source.super.read(path);
        }
    }

    void callbacks(List<Item> all, Listener listener) {
        all.forEach(item -> item.touch());
        all.stream().filter(Item::isOpen).map(this::rename).map(Inner::new).forEach((Inner inner) -> inner.touch());
        items.forEach((name, item) -> item.touch());
        listener.on((first, second) -> {
            first.touch();
            touch(second);
        });
        executor.submit(new Task("x") {
            @Override
            protected void execute() {
                prepare();
                this.done();
                Store.this.flush();
                super.execute();
            }
        });
        Item item = item("a");
        item("b").touch();
        outer:
        while (true) {
            class Local extends Item {
                void go() {
                    touch();
                    callbacks(null, null);
                }
            }
            new Local().go();
            break outer;
        }
        java.util.Collections.sort(all, Item.BY_NAME);
        Store.<Item>make().close();
        Outer.Inner nested = new Outer.Inner(all.get(0).name().length());
        nested.go();
        int[] counts = new int[3];
        Item[] copies = new Item[] { all.get(0) };
        copies[0].touch();
        Supplier<Item> supplier = Item::new;
        supplier.get().touch();
    }

    public static void main(String[] args) {
        System.out.println(new Store<Item>(1) {}.get("a", null));
    }

    /** What kind of store it is. */
    public enum Kind implements Coded {
        /** Kept in memory. */
        MEMORY(1) {
            @Override
            int weight() {
                return base() + 1;
            }
        },
        DISK(2),
        NONE;

        private final int code;

        Kind(int code) {
            this.code = code;
        }

        int weight() {
            return code;
        }
    }

    public record Entry<V>(String key, List<V> values) implements Named {
        static final Entry<?> EMPTY = new Entry<>("", List.of());

        public Entry {
            notNull(key);
            values = List.copyOf(values);
        }

        V first() {
            return values.get(0);
        }
    }

    interface Listener extends EventListener, Comparable<Listener> {
        int PRIORITY = 10;

        void on(Callback callback);

        default void off(Callback callback) {
            on(callback);
            Listener.reset();
        }

        static void reset() {}
    }

    @interface Table {
        String name() default "store";

        Class<?> owner();
    }
}
