package app

import (
	"context"
	"errors"

	"herald/pkg/audience/contact"
	"herald/pkg/campaign/bulk"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// What lower rooms offer, as higher rooms ask for it.

type audience struct{ contacts *contact.Room }

func (a audience) Group(ctx context.Context, scope auth.Scope, id string) (bulk.Group, error) {
	g, err := a.contacts.Group(ctx, scope, id)
	return bulk.Group(g), err
}

func (a audience) Members(ctx context.Context, id string, packs int, yield func([]uint64) error) error {
	return a.contacts.Members(ctx, id, packs, yield)
}

func (a audience) File(ctx context.Context, scope auth.Scope, fileID, country string) (bulk.Targets, error) {
	t, err := a.contacts.File(ctx, scope, fileID, country)
	return bulk.Targets(t), err
}

type media struct{ files *upload.Room }

// bulkImage is the setting of the largest picture of a message (business-domain §5).
const bulkImage = "image.bulk.bytes"

func (m media) Check(ctx context.Context, scope auth.Scope, fileID string, kind provider.Kind) error {
	f, err := m.files.Find(ctx, scope, fileID)
	if err != nil {
		return err
	}
	if f.Kind != string(kind) {
		return fault.New(fault.Invalid, 40035, "upload.kind", "kind", string(kind))
	}
	if kind == provider.Image {
		return m.files.Within(ctx, f.Size, bulkImage)
	}
	return nil
}

// Read gives an order's file to its planner, which acts for nobody in particular: the order was checked when it was made.
func (m media) Read(ctx context.Context, fileID string) (name, contentType string, body []byte, err error) {
	f, err := m.files.Find(ctx, auth.Everything, fileID)
	if err != nil {
		return "", "", nil, err
	}
	name, body, err = m.files.Open(ctx, auth.Everything, fileID)
	if err == nil && f.Kind == upload.Contact {
		err = errors.New("app: a contact file is no media")
	}
	return name, f.Type, body, err
}
