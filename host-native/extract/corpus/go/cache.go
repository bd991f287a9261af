// Copyright 2024 The Store Authors.

// Package store keeps items in memory and reads them through.
//
// It is safe for use by several goroutines.
package store

import (
	"context"
	"fmt"
	"sync"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	. "k8s.io/store/dsl"
	_ "k8s.io/store/register"
	"k8s.io/klog/v2"
)

// DefaultSize is how many items there are at most.
const DefaultSize = 128

// Mode says how items are kept.
type Mode int

const (
	// Strict refuses.
	Strict Mode = iota
	Lenient
)

var (
	registry   = NewRegistry()
	ErrMissing = fmt.Errorf("missing")
	handlers   map[string]Handler
)

// Handler takes an item.
type Handler func(ctx context.Context, item *Item) error

type Items []*Item

type Item struct {
	metav1.ObjectMeta
	Name, Alias string // both names
	Spec        struct {
		Size  int
		owner *Registry
	}
}

// Source fetches.
type Source interface {
	fmt.Stringer
	// Fetch gets one item.
	Fetch(ctx context.Context, name string) (*Item, error)
	List() []*Item
}

type Cache struct {
	sync.Mutex
	*Registry
	source  Source
	items   map[string]*Item
	onEvict func(*Item)
}

// NewCache makes a cache.
func NewCache(source Source, opts ...Option) (*Cache, error) {
	c := &Cache{
		source: source,
		items:  make(map[string]*Item),
	}
	for _, opt := range opts {
		opt(c)
		opt.apply(c)
	}
	c.Lock()
	defer c.Unlock()
	klog.Infof("made %d", len(c.items))
	return c, nil
}

/*
Get returns an item.
*/
func (c *Cache) Get(ctx context.Context, name string) (*Item, error) {
	if item, ok := c.items[name]; ok {
		return item.Touch(), nil
	}
	item, err := c.source.Fetch(ctx, name)
	if err != nil {
		return nil, fmt.Errorf("get %s: %w", name, err)
	}
	c.evict(func(old *Item) bool {
		return old.Older(item) && c.keep(old)
	})
	go c.watch(ctx, item.Name)
	return item, nil
}

func (c *Cache) evict(drop func(*Item) bool) {
	fmt := newFormatter()
	for name, item := range c.items {
		if drop(item) {
			fmt.Print(name)
			c.onEvict(item)
			delete(c.items, name)
		}
	}
}

func (Cache) keep(item *Item) bool { return item.Spec.owner.Keeps(Lenient, DefaultSize) }

func dispatch(v interface{}, ch chan *Item, all Items) {
	switch t := v.(type) {
	case *Item:
		t.Touch()
	case Source, *Cache:
		t.Unknown()
	default:
		fmt.Println(t)
	}
	select {
	case item := <-ch:
		item.Touch()
	case other, ok := <-ch:
		_ = ok
		other.Touch()
	}
	if s, ok := v.(Source); ok {
		s.List()[0].Touch()
	}
	all[0].Touch()
	register("x", handleItem, registry.Handle, Strict)
	register("y", func(ctx context.Context, item *Item) error {
		return handleItem(ctx, item)
	})
	handlers["a"](nil, nil)
	m := Mode(3)
	m.String()
	o := metav1.ObjectMeta{Name: "x"}
	o.GetName()
	p := metav1.NewTime(0)
	p.Unix()
	(*Item)(nil).Touch()
	var q, r = NewRegistry(), &Item{Name: Title}
	q.Add(r)
	r.Touch()
}

func handleItem(ctx context.Context, item *Item) error {
	type local struct{ item *Item }
	l := local{item: item}
	return l.item.Validate(ctx)
}

var run = func(args []string) int {
	return handle(args)
}
