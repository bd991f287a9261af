package main

import (
	"testing"

	gomock "go.uber.org/mock/gomock"
)

type Number interface {
	~int | ~float64
}

type List[T any] struct {
	items []T
	next  *List[T]
}

func (l *List[T]) Push(item T) *List[T] {
	item.Use()
	l.items = append(l.items, item)
	return l.next.Push(item)
}

func Map[T, U any](items []T, f func(T) U) []U {
	var out []U
	for _, item := range items {
		out = append(out, f(item))
	}
	return out
}

func Sum[N Number](numbers ...N) (total N) {
	for _, n := range numbers {
		total += n
	}
	return total
}

func TestList(t *testing.T) {
	list := &List[int]{}
	list.Push(1).Push(2)
	cases := []struct {
		name string
		run  func(*List[int])
	}{
		{name: "one", run: func(l *List[int]) { l.Push(1) }},
		{"two", nil},
	}
	for _, tc := range cases {
		tc := tc
		t.Run(tc.name, func(t *testing.T) {
			tc.run(list)
			ctrl := gomock.NewController(t)
			defer ctrl.Finish()
			Map[int, string]([]int{1}, toString)
			if got := Sum(1, 2, nums()...); got != 3 {
				t.Errorf("got %d", got)
			}
		})
	}
}

func Testify() {}

func BenchmarkSum(b *testing.B) {
	for i := 0; i < b.N; i++ {
		Sum(i)
	}
}

//go:noescape
func asm(p *byte) int

func main() {
	lists := map[string][]*List[int]{"a": nil}
	for _, ls := range lists {
		for _, l := range ls {
			l.Push(1)
		}
	}
	table := map[Mode]string{Strict: "s"}
	arr := [...]string{First: "x", Second: "y"}
	print(table, arr)
	other.Default.Start(arr[0])
}
