package commentitem

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/store"
	"herald/pkg/kit/web"
	"herald/pkg/platform/upload"
	"herald/pkg/provider"
)

// Partners call the platform: they list free items, take them, and hand in pictures. The interface is documented for them in
// pkg/provider/partner/items.json. Each call may be repeated.

const (
	partnerBase = "/comment/partner"
	mostBody    = 2 << 20 // a picture grows when it is written as JSON
	mostListed  = 100
)

// PartnerItem is an item as a partner sees it: a free one, or its own.
type PartnerItem struct {
	ID           string     `json:"id"`
	Platform     string     `json:"platform"`
	URL          string     `json:"url"`
	Text         string     `json:"text"`
	Instructions bool       `json:"instructions"`
	State        string     `json:"state"`
	LeaseTime    *time.Time `json:"leaseTime"`
	Deadline     *time.Time `json:"deadline"`
	Reason       string     `json:"reason"`
}

func shown(it *Item) PartnerItem {
	return PartnerItem{it.ID, it.Platform, it.URL, it.Text, it.Instructions, it.State, it.LeaseTime, it.Deadline, it.Reason}
}

// partnerCall is an authentic call.
type partnerCall struct {
	*http.Request
	by   Worker
	body []byte
}

// PartnerRoutes are the interface for partners.
func (r *Service) PartnerRoutes(a *web.API) {
	serve := func(method, path, summary string, answer func(context.Context, *partnerCall) (any, error)) {
		web.HandleRaw(a, web.Route{Method: method, Path: partnerBase + path, Perm: web.Public, Summary: summary},
			func(w http.ResponseWriter, req *http.Request) {
				c, err := r.authentic(w, req)
				var data any
				if err == nil {
					data, err = answer(req.Context(), c)
				}
				if err != nil {
					a.Fail(w, req, err)
					return
				}
				w.Header().Set("Content-Type", "application/json")
				_ = json.NewEncoder(w).Encode(web.Envelope[any]{Code: http.StatusOK, Message: "ok", Data: data}) // the partner is gone when this fails
			})
	}
	serve("GET", "/item", "List free items of comment orders, for partners", r.partnerFree)
	serve("GET", "/lease", "List a partner's own items in work", r.partnerOwn)
	serve("GET", "/item/{id}", "Get a free item or an own one, for partners", r.partnerGet)
	serve("PUT", "/item/{id}/lease", "Take a free item or renew an own lease, for partners", r.partnerTake)
	serve("DELETE", "/item/{id}/lease", "Give an own item back, for partners", r.partnerGiveBack)
	serve("PUT", "/item/{id}/evidence", "Hand in the evidence of an own item, for partners", r.partnerEvidence)
}

// authentic reads a call of a known partner that is signed and within its rate. Faults: 404 where there are no partners, 401, 413, 429.
func (r *Service) authentic(w http.ResponseWriter, req *http.Request) (*partnerCall, error) {
	partners, err := r.Partners()
	if err != nil {
		return nil, err
	}
	if partners == nil {
		return nil, fault.Missing()
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, req.Body, mostBody))
	if err != nil {
		return nil, fault.New(fault.TooLarge, 0, "web.tooLarge")
	}
	target := req.URL.EscapedPath()
	if req.URL.RawQuery != "" {
		target += "?" + req.URL.RawQuery
	}
	name, err := partners.Caller(provider.WorkCall{Method: req.Method, Target: target, Body: body, Header: req.Header.Get})
	if err != nil {
		return nil, fault.New(fault.Unauthorized, 0, "commentitem.signature")
	}
	return &partnerCall{req, Worker{partnerPrefix + name, name}, body}, r.throttle(req.Context(), name)
}

// throttle counts a call of a partner. Fault: commentitem.rate (429).
func (r *Service) throttle(ctx context.Context, partner string) error {
	most, err := r.Flow.Settings.Int(ctx, "comment.partner.rate")
	if err != nil {
		return err
	}
	now := r.now()
	minute := now.Truncate(time.Minute)
	_, err = r.Flow.DB.Write(ctx, store.Op{Verb: store.Update, Add: map[string]int64{"n": 1},
		Key: store.Key{Table: table, PK: "CWRATE#" + partner, SK: strconv.FormatInt(minute.Unix(), 10)},
		Set: map[string]any{"ttl": now.Add(time.Hour).Unix()}, If: store.Or(store.Missing("n"), store.Lt("n", most))})
	if store.ConditionFailed(err) != nil {
		return fault.New(fault.TooMany, 0, "commentitem.rate", "n", most).Wait(minute.Add(time.Minute).Sub(now))
	}
	return err
}

func (r *Service) partnerFree(ctx context.Context, c *partnerCall) (any, error) {
	size := 20
	if text := c.URL.Query().Get("size"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > mostListed {
			return nil, fault.Bad("size", "commentitem.size", "max", mostListed)
		}
		size = n
	}
	orders, err := r.sending(ctx, c.URL.Query().Get("platform"))
	if err != nil {
		return nil, err
	}
	out := []PartnerItem{}
	for _, o := range orders {
		if len(out) >= size {
			break
		}
		ids, err := r.freeOf(ctx, o.ID, size-len(out))
		if err != nil {
			return nil, err
		}
		for _, id := range ids {
			if it, err := r.Load(ctx, id); err != nil {
				return nil, err
			} else if it.State == Free {
				out = append(out, shown(it))
			}
		}
	}
	return out, nil
}

func (r *Service) partnerOwn(ctx context.Context, c *partnerCall) (any, error) {
	all, err := r.active(ctx, "")
	out := []PartnerItem{}
	for i := range all {
		if all[i].WorkerID == c.by.ID {
			out = append(out, shown(&all[i]))
		}
	}
	return out, err
}

// visible is an item that the partner may see; the 404 fault for one that another worker has.
func (r *Service) visible(ctx context.Context, c *partnerCall) (*Item, error) {
	it, err := r.Load(ctx, c.PathValue("id"))
	if err == nil && it.State != Free && it.WorkerID != c.by.ID && (it.State != Taken || it.leased(r.now())) {
		err = fault.Missing()
	}
	return it, err
}

func (r *Service) partnerGet(ctx context.Context, c *partnerCall) (any, error) {
	it, err := r.visible(ctx, c)
	if err != nil {
		return nil, err
	}
	return shown(it), nil
}

func (r *Service) partnerTake(ctx context.Context, c *partnerCall) (any, error) {
	it, err := r.Take(ctx, c.by, c.PathValue("id"), r.Flow.NewID(ctx))
	if err != nil {
		return nil, err
	}
	return shown(it), nil
}

func (r *Service) partnerGiveBack(ctx context.Context, c *partnerCall) (any, error) {
	it, err := r.visible(ctx, c)
	if err != nil {
		return nil, err
	}
	if it.State == Free { // it was given back before, or its lease is over
		return shown(it), nil
	}
	reason := []rune(strings.TrimSpace(c.URL.Query().Get("reason")))
	if it, err = r.GiveBack(ctx, c.by, it.ID, string(reason[:min(len(reason), 255)]), r.Flow.NewID(ctx)); err != nil {
		return nil, err
	}
	return shown(it), nil
}

// evidence is the body of the evidence of a partner.
type evidence struct {
	Picture []byte `json:"picture"`
	Note    string `json:"note"`
}

func (r *Service) partnerEvidence(ctx context.Context, c *partnerCall) (any, error) {
	var in evidence
	if err := json.Unmarshal(c.body, &in); err != nil || len(in.Picture) == 0 {
		return nil, fault.Bad("picture", "commentitem.picture")
	}
	if len([]rune(in.Note)) > 255 {
		return nil, fault.Bad("note", "web.valid.maxLength", "n", 255)
	}
	it, err := r.visible(ctx, c)
	if err != nil {
		return nil, err
	}
	if !it.has(c.by, upload.Sum(in.Picture)) { // nothing is kept of a picture that cannot be handed in, or was before
		if err := r.holds(c.by, it); err != nil {
			return nil, err
		}
		of := &auth.Principal{UserID: "partner", Tenant: "partner", Name: c.by.Name, Type: auth.Admin}
		f, err := r.Files.Store(ctx, of, "evidence", upload.Image, in.Picture)
		if err != nil {
			return nil, err
		}
		it, err = r.Submit(ctx, c.by, it.ID, r.Flow.NewID(ctx), Picture{f.ID, f.Sum, strings.TrimSpace(in.Note)})
		if errors.Is(err, errSame) {
			err = nil
		}
		if err != nil {
			return nil, err
		}
	}
	return shown(it), nil
}
