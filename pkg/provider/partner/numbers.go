package partner

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"

	"herald/pkg/kit/outbound"
	"herald/pkg/provider"
)

// mostRequested is the largest request of numbers (numbers.json beside this file).
const mostRequested = 10_000

// Numbers is a partner that hands numbers out. A request is named by us and every call may be repeated. It is safe for concurrent use.
type Numbers struct {
	Adapter
}

var _ provider.NumberSource = (*Numbers)(nil)

// NewNumbers makes the adapter; what is missing in the configuration is an error.
func NewNumbers(cfg Config) (*Numbers, error) {
	a, err := New(cfg)
	if err != nil {
		return nil, err
	}
	return &Numbers{*a}, nil
}

// Check asks for a request that is none (provider.Checker).
func (a *Numbers) Check(ctx context.Context) error {
	_, err := a.ask(ctx, http.MethodGet, "check", nil)
	if provider.CauseOf(err) == provider.NotThere {
		return nil
	}
	return err
}

// MostNumbers is the largest request.
func (a *Numbers) MostNumbers() int { return mostRequested }

// numberBody is the body of PUT /v1/numbers/{reference}.
type numberBody struct {
	Country     string `json:"country"`
	Type        string `json:"type"`
	Quality     string `json:"quality"`
	Age         string `json:"age"`
	Quantity    int    `json:"quantity"`
	CallbackURL string `json:"callbackUrl"`
}

// numberAnswer is a request, or a replacement, as the partner shows it.
type numberAnswer struct {
	Reference string   `json:"reference"`
	State     string   `json:"state"`
	Code      string   `json:"code"`
	Numbers   []string `json:"numbers"`
	Number    string   `json:"number"`
}

// RequestNumbers hands a request over.
func (a *Numbers) RequestNumbers(ctx context.Context, q provider.NumberRequest) error {
	if q.Quantity < 1 || q.Quantity > mostRequested {
		return provider.Refuse(provider.BadInput, "%d numbers", q.Quantity)
	}
	_, err := a.ask(ctx, http.MethodPut, url.PathEscape(q.Reference),
		numberBody{q.Country, q.Type, q.Quality, q.Age, q.Quantity, a.cfg.NotifyURL})
	return err
}

// NumbersOf tells how a request stands. What is no number is left out.
func (a *Numbers) NumbersOf(ctx context.Context, reference string) (out provider.NumberResult, err error) {
	got, err := a.ask(ctx, http.MethodGet, url.PathEscape(reference), nil)
	if err != nil {
		return out, err
	}
	if got.Reference != reference {
		return out, provider.Later(provider.Foreign, "asked for %q, told about %.40q", reference, got.Reference)
	}
	state, known := states[got.State]
	if !known {
		return out, provider.Later(provider.Unreadable, "state %.40q", got.State)
	}
	out.State, out.Code = state, got.Code
	for _, text := range got.Numbers {
		if n, err := strconv.ParseUint(text, 10, 64); err == nil {
			out.Numbers = append(out.Numbers, n)
		}
	}
	return out, nil
}

// ReplaceNumber gives the number that replaces a broken one.
func (a *Numbers) ReplaceNumber(ctx context.Context, reference string, number uint64) (uint64, error) {
	got, err := a.ask(ctx, http.MethodPut, url.PathEscape(reference)+"/replacements/"+strconv.FormatUint(number, 10), nil)
	if err != nil {
		return 0, err
	}
	n, err := strconv.ParseUint(got.Number, 10, 64)
	if err != nil {
		return 0, provider.Later(provider.Unreadable, "number %.40q", got.Number)
	}
	return n, nil
}

// ReturnNumber gives a number back; one that is not there needs no return.
func (a *Numbers) ReturnNumber(ctx context.Context, reference string, number uint64) error {
	_, err := a.ask(ctx, http.MethodDelete, url.PathEscape(reference)+"/"+strconv.FormatUint(number, 10), nil)
	if provider.CauseOf(err) == provider.NotThere {
		return nil
	}
	return err
}

// ask makes one call about a request. All of them may be repeated, so none is ever in doubt.
func (a *Numbers) ask(ctx context.Context, method, path string, body any) (out numberAnswer, err error) {
	var raw []byte
	if body != nil {
		if raw, err = json.Marshal(body); err != nil {
			return out, err
		}
	}
	got, err := a.api.Do(ctx, outbound.Call{Method: method, Path: "/v1/numbers/" + path, Body: raw,
		Header: http.Header{"Authorization": {"Bearer " + a.cfg.Token}, "Content-Type": {"application/json"}, "Accept": {"application/json"}}})
	if err != nil {
		return out, provider.Unanswered(err, true, true)
	}
	if got.Status/100 != 2 {
		return out, refusal(got)
	}
	if err := json.Unmarshal(got.Body, &out); err != nil {
		return out, provider.Later(provider.Unreadable, "%.200s", got.Body)
	}
	return out, nil
}
