package operation

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"herald/pkg/kit/metric"
)

// LoadOfCopies is the load that the copies of a container platform measured, or the functions of AWS; nil while none has told any.
func (s *Service) LoadOfCopies(ctx context.Context) (*Load, error) {
	read := s.Measured
	if s.Watch != nil {
		read = s.Watch.Figures
	}
	lately, inHour, err := read(ctx)
	if err != nil || len(inHour) == 0 {
		return nil, err
	}
	return LoadOf(lately, inHour), nil
}

// LoadOf makes the load of figures of the last 15 minutes and of the last hour.
func LoadOf(lately, inHour metric.Figures) *Load {
	l := &Load{Minutes: int(quarter.Minutes()), Modules: []Module{}, Providers: []Provider{}}
	get := func(f metric.Figures, name, label string) *metric.Cell {
		if c := f[metric.Key{Name: name, Label: label}]; c != nil {
			return c
		}
		return &metric.Cell{}
	}
	for k, c := range lately {
		switch k.Name {
		case metric.Requests:
			errors := int(get(lately, metric.RequestErrors, k.Label).N)
			l.Errors.Requests, l.Errors.Errors = l.Errors.Requests+int(c.N), l.Errors.Errors+errors
			l.Modules = append(l.Modules, Module{Name: k.Label, Kind: "requests", Count: int(c.N), Errors: errors,
				Refused: int(get(lately, metric.RequestRefusals, k.Label).N), AverageMS: c.Sum / float64(c.N), P99MS: c.Percentile(0.99),
				TotalMS: c.Sum})
		case metric.Work:
			l.Modules = append(l.Modules, Module{Name: k.Label, Kind: "queue", Count: int(get(lately, metric.WorkMessages, k.Label).N),
				Errors: int(get(lately, metric.WorkFailures, k.Label).N), AverageMS: c.Sum / float64(c.N), P99MS: c.Percentile(0.99),
				TotalMS: c.Sum})
		case metric.ReceiptLag:
			l.Receipts = &Lag{Count: int(c.N), P50Seconds: c.Percentile(0.5), P99Seconds: c.Percentile(0.99)}
		}
	}
	for k, c := range inHour {
		switch k.Name {
		case metric.Provider:
			failed, refused := get(inHour, metric.ProviderFailures, k.Label), get(inHour, metric.ProviderRefusals, k.Label)
			l.Providers = append(l.Providers, Provider{Name: k.Label, Calls: int(c.N + failed.N), Failures: int(failed.N), Refusals: int(refused.N),
				LastSuccess: at(c), LastFailure: at(failed), P99MS: c.Percentile(0.99)})
		case metric.Refused:
			sender, code, _ := strings.Cut(k.Label, " ")
			l.Refused = append(l.Refused, RefusedBy{sender, Refusal{code, int(c.N)}})
		}
	}
	for k, c := range inHour { // one that only fails
		if k.Name == metric.ProviderFailures && inHour[metric.Key{Name: metric.Provider, Label: k.Label}] == nil {
			l.Providers = append(l.Providers, Provider{Name: k.Label, Calls: int(c.N), Failures: int(c.N), LastFailure: at(c)})
		}
	}
	slices.SortFunc(l.Modules, func(a, b Module) int {
		return cmp.Or(cmp.Compare(b.TotalMS, a.TotalMS), strings.Compare(a.Name, b.Name))
	})
	slices.SortFunc(l.Providers, func(a, b Provider) int { return strings.Compare(a.Name, b.Name) })
	return l
}

// at is when something was counted last; nil for never.
func at(c *metric.Cell) *time.Time {
	if c.Last == 0 {
		return nil
	}
	t := time.UnixMilli(c.Last).UTC()
	return &t
}
