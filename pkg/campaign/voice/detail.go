package voice

import (
	"context"
	"strings"
	"time"

	"herald/pkg/kit/auth"
	"herald/pkg/kit/fault"
	"herald/pkg/kit/money"
	"herald/pkg/kit/store"
)

// Call is the service by whose price the minutes of calls are charged.
const Call = "call.voice"

// Detail is a recording with what a call that plays it costs.
type Detail struct {
	Recording
	Price *money.Amount `json:"price" doc:"Price of an answered call that plays the whole recording, in credit: started minutes at the customer's price. Null: not ready, or no price."`
}

// detail adds what a row does not hold.
func (r *Service) detail(ctx context.Context, one *Recording) (*Detail, error) {
	rows := []Recording{*one}
	if err := r.shown(ctx, rows); err != nil {
		return nil, err
	}
	d := &Detail{Recording: rows[0]}
	if one.State != Ready {
		return d, nil
	}
	country := one.Language[strings.LastIndexByte(one.Language, '-')+1:]
	q, err := r.Prices.Quote(ctx, one.Owner, Call, country)
	if fault.Is(err, "price.none") {
		return d, nil
	}
	if err != nil {
		return nil, err
	}
	price, err := q.Price.Mul(int64(d.Minutes))
	d.Price = &price
	return d, err
}

func (r *Service) getRoute(ctx context.Context, in *byID) (*Detail, error) {
	one, err := r.own(ctx, in.ID)
	if err != nil {
		return nil, err
	}
	return r.detail(ctx, one)
}

// PlayResponse is what a player needs.
type PlayResponse struct {
	URL          string `json:"url" doc:"URL, valid for one hour."`
	Milliseconds int    `json:"milliseconds"`
	Wave         []int  `json:"wave" doc:"Waveform: the peak of each part of the time, 0 to 255."`
}

const linkLife = time.Hour

// audioRoute gives a link to a recording's sound. Fault: recording.notReady (409).
func (r *Service) audioRoute(ctx context.Context, in *byID) (*PlayResponse, error) {
	rows, err := r.DB.GetMany(ctx, []store.Key{recordings.Key(string(auth.Must(ctx).Scope()), in.ID), waveKey(in.ID)}, true)
	if err != nil {
		return nil, err
	}
	if rows[0] == nil {
		return nil, fault.Missing()
	}
	one, err := recordings.Read(rows[0])
	if err != nil {
		return nil, err
	}
	if one.State != Ready {
		return nil, fault.State("recording.notReady")
	}
	var w wave
	if _, err := store.Decode(rows[1], &w); err != nil {
		return nil, err
	}
	return r.playing(ctx, one.FileKey, one.Name, one.Milliseconds, w.Peaks)
}

func (r *Service) playing(ctx context.Context, at, name string, ms int, peaks []byte) (*PlayResponse, error) {
	p := &PlayResponse{Milliseconds: ms, Wave: []int{}}
	for _, v := range peaks {
		p.Wave = append(p.Wave, int(v))
	}
	var err error
	p.URL, err = r.Blobs.Link(ctx, at, name+".wav", linkLife)
	return p, err
}

// wave draws a sound.
type wave struct {
	Peaks []byte `dynamodbav:"p"`
}
