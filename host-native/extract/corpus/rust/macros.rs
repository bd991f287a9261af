use crate::{queue::Queue, Item};

/// Makes a queue.
#[macro_export]
macro_rules! queue {
    ($($item:expr),* $(,)?) => {{
        let mut queue = $crate::Queue::new();
        $(queue.push($item);)*
        finish(queue)
    }};
}

lazy_static! {
    static ref CACHE: Queue = Queue::with_limit(3);
}

fn run(queue: &Queue, items: &[Item]) -> String {
    assert!(queue.is_ready(), "not ready: {}", describe(queue));
    assert_eq!(queue.items[0].size(1, 2), Item::total(items) + items[0].len());
    let list = vec![Item::new("a"), make(items)?, queue.first().unwrap().clone()];
    my_macro!(queue.drain(..), |item: &mut Item, other| item.push(other.pop()));
    crate::log::note!("{}", format!("{}", self.name()));
    quote! { fn x() { not_called(1) } };
    write!(out, "{}", queue.label().await?.trim())?;
    let text = format!("{}", a - (b));
    matches!(items.last(), Some(Item { .. }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn helper() -> Queue {
        queue![1, 2]
    }

    #[test]
    fn queues_are_fair() {
        let queue = helper();
        assert!(queue.is_fair());
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn waits() {
        helper().wait().await;
    }
}

#[test]
fn alone() {
    run(&queue![], &[]);
}

extern "C" {
    fn strlen(s: *const u8) -> usize;
}

union Bits {
    word: u32,
    bytes: [u8; 4],
}
