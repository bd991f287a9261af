// Package server answers requests for items over HTTP.
package server

import (
	"net/http"

	"example.com/acme/store"
)

// Server answers from a store.
type Server struct {
	items *store.Store
}

// New returns a server of a store.
func New(items *store.Store) *Server {
	return &Server{items: items}
}

// ServeHTTP answers GET with an item and PUT by keeping one.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.URL.Path
	switch r.Method {
	case http.MethodPut:
		if err := s.items.Put(key, r.FormValue("value")); err != nil {
			http.Error(w, err.Error(), http.StatusInsufficientStorage)
		}
	default:
		s.answer(w, key)
	}
}

func (s *Server) answer(w http.ResponseWriter, key string) {
	value, ok := s.items.Get(key)
	if !ok {
		http.NotFound(w, nil)
		return
	}
	_, _ = w.Write([]byte(value))
}
