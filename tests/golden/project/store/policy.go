package store

import "sort"

// Policy chooses which items a full store evicts.
type Policy interface {
	// Choose returns the keys of at most n items, those to evict first in front.
	Choose(items map[string]*Item, n int) []string
}

// LeastRecentlyUsed evicts what was read longest ago.
type LeastRecentlyUsed struct{}

// Choose returns the keys of the items that were read longest ago and are not pinned.
func (LeastRecentlyUsed) Choose(items map[string]*Item, n int) []string {
	var free []*Item
	for _, item := range items {
		if !item.Pinned {
			free = append(free, item)
		}
	}
	sort.Slice(free, func(i, j int) bool { return isOlder(free[i], free[j]) })
	return keysOf(free, n)
}

func isOlder(one, other *Item) bool {
	if one.Read.Equal(other.Read) {
		return one.Key < other.Key
	}
	return one.Read.Before(other.Read)
}

func keysOf(items []*Item, n int) []string {
	var keys []string
	for _, item := range items {
		if len(keys) == n {
			break
		}
		keys = append(keys, item.Key)
	}
	return keys
}
