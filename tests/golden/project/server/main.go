package server

import (
	"log"
	"net/http"

	"example.com/acme/store"
)

func main() {
	items := store.New(store.DefaultLimit, store.LeastRecentlyUsed{})
	log.Fatal(http.ListenAndServe(":8080", New(items)))
}
