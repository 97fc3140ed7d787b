package client

import (
	"context"
	"encoding/json"
	"net/http"

	"herald/pkg/kit/api"
)

// Client speaks to the product as one caller.
type Client struct {
	api.Client
	WS     string
	UserID string // of who is signed in
}

// What calls are made of; see pkg/kit/api.
type (
	Answer  = api.Answer
	Failure = api.Failure
	Any     = json.RawMessage // data that nobody reads
)

// Page of a list.
type Page[T any] = api.Page[T]

// Get reads data of type T.
func Get[T any](ctx context.Context, c *Client, path string) (T, error) {
	return api.Call[T](ctx, &c.Client, http.MethodGet, path, nil)
}

// Post sends a body and reads data of type T.
func Post[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return api.Call[T](ctx, &c.Client, http.MethodPost, path, body)
}

// Put sends a body (nil for none) and reads data of type T.
func Put[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return api.Call[T](ctx, &c.Client, http.MethodPut, path, body)
}
