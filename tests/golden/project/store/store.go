// Package store keeps items in memory, and evicts those that nobody has read for longest.
package store

import (
	"errors"
	"time"
)

// DefaultLimit is how many items a store holds where nobody says.
const DefaultLimit = 1024

// ErrFull is returned where every item is pinned and none can be evicted.
var ErrFull = errors.New("the store is full of pinned items")

// Item is what a store keeps.
type Item struct {
	Key    string
	Value  string
	Read   time.Time
	Pinned bool
}

// Store keeps items up to a limit.
type Store struct {
	limit  int
	items  map[string]*Item
	policy Policy
}

// New returns an empty store.
func New(limit int, policy Policy) *Store {
	if limit <= 0 {
		limit = DefaultLimit
	}
	return &Store{limit: limit, items: map[string]*Item{}, policy: policy}
}

// Get returns an item's value, and remembers that it was read.
func (s *Store) Get(key string) (string, bool) {
	item, ok := s.items[key]
	if !ok {
		return "", false
	}
	item.Read = now()
	return item.Value, true
}

// Put keeps a value, and evicts items where the store is full.
func (s *Store) Put(key, value string) error {
	if _, ok := s.items[key]; !ok && len(s.items) >= s.limit {
		if err := s.makeRoom(); err != nil {
			return err
		}
	}
	s.items[key] = &Item{Key: key, Value: value, Read: now()}
	return nil
}

// Pin keeps an item from being evicted.
func (s *Store) Pin(key string) {
	if item, ok := s.items[key]; ok {
		item.Pinned = true
	}
}

// makeRoom evicts the items that the policy chooses.
func (s *Store) makeRoom() error {
	victims := s.policy.Choose(s.items, len(s.items)-s.limit+1)
	if len(victims) == 0 {
		return ErrFull
	}
	for _, key := range victims {
		delete(s.items, key)
	}
	return nil
}

func now() time.Time {
	return time.Now()
}
