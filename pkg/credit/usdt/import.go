package usdt

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"slices"
	"strconv"
	"strings"

	"herald/pkg/kit/auditlog"
	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/notice"
	"herald/pkg/provider"
)

// ImportRequest are addresses of a chain.
type ImportRequest struct {
	Platform  string   `json:"platform" enum:"TRONSCAN,ETHEREUM,OMNI"`
	Addresses []string `json:"addresses" minItems:"1" maxItems:"1000" doc:"Watch-only addresses: the platform has no keys."`
}

// ImportLine is the result for one address.
type ImportLine struct {
	ID      string `json:"id" doc:"The address as it was sent."`
	OK      bool   `json:"ok"`
	Code    int    `json:"code,omitempty"`
	Message string `json:"message,omitempty"`
}

// add imports addresses. The audit log keeps them, and the first write stores a notice for the other staff of the
// pools. Customers pay to these addresses, so no single person may choose them unseen.
func (r *Service) add(ctx context.Context, in *struct{ Body ImportRequest }) ([]ImportLine, error) {
	on, _ := platform(func(p Platform) bool { return p.Name == in.Body.Platform })
	chain, err := r.Chain(on.Chain)
	if err == nil && chain == nil {
		err = fault.New(fault.Unavailable, 50302, "usdt.off")
	}
	if err != nil {
		return nil, err
	}
	addresses := normalized(chain, in.Body.Addresses)
	op := web.OperationID(ctx, r.NewID)
	notices, err := r.importNotices(ctx, on, op, addresses)
	if err != nil {
		return nil, err
	}
	var out []ImportLine
	var added []string
	for i, text := range in.Body.Addresses {
		address, made := addresses[i], false
		if address != "" && !slices.Contains(added, address) {
			if made, err = r.keep(ctx, on.Chain, address, op, r.outboxOps(notices, len(added) == 0)); err != nil {
				return nil, err
			}
		}
		switch {
		case made:
			added = append(added, address)
			out = append(out, ImportLine{ID: text, OK: true})
		case address == "":
			out = append(out, ImportLine{text, false, 400, r.Text(ctx, "usdt.address")})
		default:
			out = append(out, ImportLine{text, false, 409, r.Text(ctx, "usdt.known")})
		}
	}
	auditlog.Note(ctx, in.Body.Platform, nil, importRecord(added))
	if len(added) > 0 {
		r.level(ctx, on.Chain, true)
		for _, n := range notices {
			r.Notices.NotifyLater(ctx, n)
		}
	}
	return out, nil
}

// normalized are the addresses as the chain writes them; empty for one that it does not have.
func normalized(chain provider.Chain, texts []string) []string {
	out := make([]string, len(texts))
	for i, text := range texts {
		if address, err := chain.Address(text); err == nil {
			out[i] = address
		}
	}
	return out
}

// recordedAddresses bounds how many addresses of an import the audit log spells out.
const recordedAddresses = 100

// importRecord is an import in the audit log: the number of addresses, the first of them, and the SHA-256 of all,
// joined by line feeds, so that a list can be compared with the import.
func importRecord(added []string) map[string]any {
	sum := sha256.Sum256([]byte(strings.Join(added, "\n")))
	return map[string]any{"count": len(added), "addresses": added[:min(recordedAddresses, len(added))], "sha256": hex.EncodeToString(sum[:])}
}

// importNotices tell the other staff who see the pools that the caller imports addresses; none when the pool has all of them.
func (r *Service) importNotices(ctx context.Context, on Platform, op string, addresses []string) ([]notice.Personal, error) {
	fresh, err := r.unknown(ctx, on.Chain, op, addresses)
	if err != nil || len(fresh) == 0 {
		return nil, err
	}
	staff, err := r.Staff(ctx, "virtual:address:page")
	if err != nil {
		return nil, err
	}
	caller := auth.Must(ctx)
	staff = slices.DeleteFunc(staff, func(id string) bool { return id == caller.UserID })
	var all []notice.Personal
	for _, id := range staff[:min(maxNotified, len(staff))] {
		all = append(all, notice.Personal{UserID: id, Key: "usdt.import." + op, Title: "usdt.tell.importTitle", Body: "usdt.tell.import",
			Args: map[string]string{"name": caller.Name, "platform": on.Name, "n": strconv.Itoa(len(fresh)), "first": fresh[0]},
			Link: "/finance/address"})
	}
	return all, nil
}

// unknown are those addresses that the pool of a chain does not have yet, or has from an earlier try of the same call.
func (r *Service) unknown(ctx context.Context, chain, op string, addresses []string) ([]string, error) {
	all, err := r.places(ctx, chain)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{"": true}
	for _, p := range all {
		known[p.Address] = p.By != op
	}
	var fresh []string
	for _, address := range addresses {
		if !known[address] {
			known[address] = true
			fresh = append(fresh, address)
		}
	}
	return fresh, nil
}

// outboxOps are the operations that store the notices with the first address.
func (r *Service) outboxOps(notices []notice.Personal, first bool) (ops []store.Op) {
	for _, n := range notices {
		if first {
			ops = append(ops, notice.OutboxOp(r.Now(), n))
		}
	}
	return ops
}

// keep adds an address to the pool with what else is to be written; false for one that is there. op is the call's operation: an address
// from an earlier try of it counts as added.
func (r *Service) keep(ctx context.Context, chain, address, op string, with []store.Op) (made bool, err error) {
	now := r.Now()
	err = store.Retry(ctx, tries, func() error {
		err := r.DB.Transact(ctx, append([]store.Op{
			{Verb: store.Put, Key: addressKey(chain, address), Item: place{address, chain, "", now, op}, If: store.Missing("pk")},
			{Verb: store.Put, Key: freeKey(chain, now.UnixMilli(), address), Item: struct{}{}}}, with...))
		if failed := store.ConditionFailed(err); failed != nil {
			var was place
			_, err = store.Decode(failed.Old, &was)
			made = was.By == op
			return err
		}
		made = err == nil
		return err
	})
	return made, err
}
