package client

import (
	"context"
	"encoding/json"
	"net/http"

	"herald/pkg/kit/apiclient"
)

// Client speaks to the product as one caller.
type Client struct {
	apiclient.Client
	WS     string
	UserID string // of who is signed in
}

// Types of calls; see pkg/kit/apiclient.
type (
	Answer  = apiclient.Answer
	Failure = apiclient.Failure
	Any     = json.RawMessage // data that is not read
)

// Page of a list.
type Page[T any] = apiclient.Page[T]

// Get reads data of type T.
func Get[T any](ctx context.Context, c *Client, path string) (T, error) {
	return apiclient.Call[T](ctx, &c.Client, http.MethodGet, path, nil)
}

// Post sends a body and reads data of type T.
func Post[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return apiclient.Call[T](ctx, &c.Client, http.MethodPost, path, body)
}

// Put sends a body (nil for none) and reads data of type T.
func Put[T any](ctx context.Context, c *Client, path string, body any) (T, error) {
	return apiclient.Call[T](ctx, &c.Client, http.MethodPut, path, body)
}
