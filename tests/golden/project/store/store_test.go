package store

import "testing"

func TestAFullStoreEvictsTheOldest(t *testing.T) {
	s := New(2, LeastRecentlyUsed{})
	for _, key := range []string{"a", "b", "c"} {
		if err := s.Put(key, key); err != nil {
			t.Fatal(err)
		}
	}
	if _, ok := s.Get("a"); ok {
		t.Error("a is still there")
	}
}

func TestPinnedItemsStay(t *testing.T) {
	s := New(1, LeastRecentlyUsed{})
	_ = s.Put("a", "a")
	s.Pin("a")
	if err := s.Put("b", "b"); err != ErrFull {
		t.Error(err)
	}
}
