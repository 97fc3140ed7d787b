package client

import (
	"context"
	"fmt"
	"time"

	"herald/pkg/kit/apiclient"
)

// MaxUpload is the largest file that the gateway takes in one call; larger ones need a presigned upload (decisions §1).
const MaxUpload = 4 << 20

// Uploaded is a file of the caller.
type Uploaded struct {
	ID   string
	Name string
	Size int64
	URL  string
}

// Upload sends a file of at most MaxUpload bytes.
func (c *Client) Upload(ctx context.Context, name string, content []byte) (Uploaded, error) {
	if len(content) > MaxUpload {
		return Uploaded{}, fmt.Errorf("%s has %d bytes, one call takes %d", name, len(content), MaxUpload)
	}
	return Post[Uploaded](ctx, c, "/uf/uploadfile",
		apiclient.File{Field: "file", Name: name, Type: "application/octet-stream", Content: content})
}

type created struct{ ID string }

// AddCollection makes a contact collection of a country.
func (c *Client) AddCollection(ctx context.Context, name, country string) (id string, err error) {
	out, err := Post[created](ctx, c, "/aty/contactsgroup", map[string]string{"name": name, "countryCode": country})
	return out.ID, err
}

// Import is the state of an import (decisions §10, §11).
type Import struct {
	Status                              string // running, done or failed
	Total, Imported, Duplicated, Failed int
	Errors                              []struct {
		Line, Code int
		Number     string
		Message    string
	}
	ErrorFileURL string
	Code         int
	Message      string
}

// Import brings an uploaded file into a collection and waits for its end, which may be a failed one.
func (c *Client) Import(ctx context.Context, collection, file string) (Import, error) {
	task, err := Post[struct{ TaskID string }](ctx, c, "/aty/contactsgroup/"+collection+"/import", map[string]string{"fileId": file})
	if err != nil {
		return Import{}, err
	}
	look := func(ctx context.Context) (Import, bool, error) {
		i, err := Get[Import](ctx, c, "/aty/contactsgroup/"+collection+"/import/"+task.TaskID)
		return i, i.Status == "done" || i.Status == "failed", err
	}
	return Poll(ctx, 250*time.Millisecond, look)
}

// Poll looks again and again until look is done, fails or ctx is over. It is for changes that the API does not push.
func Poll[T any](ctx context.Context, every time.Duration, look func(context.Context) (T, bool, error)) (T, error) {
	tick := time.NewTicker(every)
	defer tick.Stop()
	for {
		got, done, err := look(ctx)
		if done || err != nil {
			return got, err
		}
		select {
		case <-ctx.Done():
			return got, ctx.Err()
		case <-tick.C:
		}
	}
}
