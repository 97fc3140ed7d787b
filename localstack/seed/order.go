package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"time"

	"herald/localstack/client"
	"herald/localstack/numbers"
)

// The first order is small, so that it is finished before the first sign-in.
const (
	firstName     = "Welcome"
	firstRows     = 30
	firstSeed     = 2028 // none of its numbers ends as the simulator's script has it
	firstPatience = 8 * time.Second
)

// firstOrder makes a contact list and sends to it, so that lists are not empty. An unfinished order goes on by
// itself, and a product in which it fails still starts: there the reason can be found.
func (s *seed) firstOrder(ctx context.Context) error {
	// Receipts are gathered for some seconds before they are written; here that has no use.
	const window = "receipt.window.seconds"
	if err := s.byAdmin.Set(ctx, window, "0"); err != nil {
		return err
	}
	waiting, cancel := context.WithTimeout(ctx, firstPatience)
	defer cancel()
	if err := s.order(waiting); err != nil {
		fmt.Printf("there is no finished order: %v\n", err)
	}
	return s.byAdmin.Unset(ctx, window)
}

func (s *seed) order(ctx context.Context) error {
	page, err := client.Get[client.Page[client.Order]](ctx, s.byCustomer, "/gc/groupsendorder/page?name="+firstName)
	if err != nil || page.Total > 0 {
		return err
	}
	collection, err := s.collection(ctx)
	if err != nil {
		return err
	}
	o, err := s.byCustomer.Submit(ctx, client.Text(firstName, collection, "BR", "Olá! Bem-vindo à Ipê Cosméticos."))
	if err != nil {
		return err
	}
	if err := s.byAdmin.Review(ctx, o.ID, true, ""); err != nil {
		return err
	}
	o, err = s.byCustomer.Reach(ctx, o.ID, client.Completed)
	fmt.Printf("%s: status %d, %v\n", o.OrderNo, o.Status, o.Counts)
	s.answers(ctx, o.ID)
	return err
}

func (s *seed) collection(ctx context.Context) (string, error) {
	var file bytes.Buffer
	want, err := numbers.File(&file, numbers.Options{Country: "BR", Rows: firstRows, Seed: firstSeed, Foreign: 2, Short: 1,
		Twice: 1, Empty: 1})
	if err != nil {
		return "", err
	}
	up, err := s.byCustomer.Upload(ctx, "clientes.xlsx", file.Bytes())
	if err != nil {
		return "", err
	}
	id, err := s.byCustomer.AddCollection(ctx, "Clientes", "BR")
	if err != nil {
		return "", err
	}
	done, err := s.byCustomer.Import(ctx, id, up.ID)
	if err == nil && done.Imported != want.Imported {
		err = fmt.Errorf("import %s: %d of %d numbers: %s", done.Status, done.Imported, want.Imported, strings.TrimSpace(done.Message))
	}
	return id, err
}
