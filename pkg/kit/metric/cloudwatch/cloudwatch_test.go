package cloudwatch_test

import (
	"context"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch/types"

	"herald/pkg/kit/metric"
	figures "herald/pkg/kit/metric/cloudwatch"
)

// service answers as CloudWatch does, one series a page, with points of a minute or five.
type service struct {
	now   time.Time
	asked int
	slow  time.Duration // of an answer, in virtual time
	well  bool          // nothing failed
}

var search = regexp.MustCompile(`^SEARCH\('\{"herald","(\w+)"\} MetricName="(\w+)"', '(\w+)', (60|300)\)$`)

func (s *service) GetMetricData(_ context.Context, in *cloudwatch.GetMetricDataInput, _ ...func(*cloudwatch.Options)) (
	*cloudwatch.GetMetricDataOutput, error) {
	s.asked++
	time.Sleep(s.slow)
	var all []types.MetricDataResult
	add := func(id *string, label string, values ...float64) {
		one := types.MetricDataResult{Id: id, Label: &label}
		for i, v := range values {
			one.Timestamps, one.Values = append(one.Timestamps, s.now.Add(time.Duration(-i-1)*time.Minute)), append(one.Values, v)
		}
		all = append(all, one)
	}
	for _, q := range in.MetricDataQueries {
		if m := q.MetricStat; m != nil {
			if name := aws.ToString(m.Metric.Dimensions[0].Value); name == "herald-send" {
				add(q.Id, aws.ToString(q.Label), 40, 90)
			} else {
				add(q.Id, aws.ToString(q.Label), 0)
			}
			continue
		}
		of := search.FindStringSubmatch(aws.ToString(q.Expression))
		if of == nil || aws.ToString(q.Label) != "${PROP('Dim."+of[1]+"')}" {
			panic("CloudWatch refuses " + aws.ToString(q.Expression))
		}
		label, value := map[string]string{"group": "gc", "host": "provider.test"}[of[1]], map[string]float64{"SampleCount": 100, "Sum": 1500,
			"Maximum": 80, "p50": 10, "p99": 50}[of[3]]
		switch {
		case label == "":
		case of[3] == "Sum" && strings.HasSuffix(of[2], "s") && of[2] != metric.Requests: // a count
			if s.well {
				add(q.Id, label, 0)
				continue
			}
			add(q.Id, label, 3, 0)
		default:
			add(q.Id, label, value, value)
		}
	}
	first := 0
	if in.NextToken != nil {
		first = slices.IndexFunc(all, func(r types.MetricDataResult) bool { return *r.Id+*r.Label == *in.NextToken })
	}
	out := &cloudwatch.GetMetricDataOutput{MetricDataResults: all[first : first+1]}
	if first+1 < len(all) {
		out.NextToken = aws.String(*all[first+1].Id + *all[first+1].Label)
	}
	return out, nil
}

// Counts, measurements and ages come back as they were written, and are asked for once a minute.
func TestFiguresComeBack(t *testing.T) {
	s := &service{now: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}
	r := &figures.Reader{Client: s, Namespace: "herald", Queues: []string{"send", "job"}, Now: func() time.Time { return s.now }}
	lately, hour, err := r.Figures(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	asked := s.asked
	c := lately[metric.Key{Name: metric.Requests, Label: "gc"}]
	if c == nil || c.N != 200 || c.Sum != 3000 || c.Last != s.now.Add(-time.Minute).UnixMilli() {
		t.Fatalf("%+v", c)
	}
	for share, want := range map[float64]float64{0.5: 10, 0.99: 50, 1: 80} {
		if got := c.Percentile(share); math.Abs(got-want) > want/10 {
			t.Errorf("%v of all: %v", share, got)
		}
	}
	if e := lately[metric.Key{Name: metric.RequestErrors, Label: "gc"}]; e == nil || e.N != 3 {
		t.Errorf("%+v", e)
	}
	if f := hour[metric.Key{Name: metric.ProviderFailures, Label: "provider.test"}]; f == nil || f.N != 3 || f.Last == 0 {
		t.Errorf("%+v", f)
	}
	if p := hour[metric.Key{Name: metric.Provider, Label: "provider.test"}]; p == nil || p.N != 200 {
		t.Errorf("%+v", p)
	}
	age, err := r.Oldest(t.Context())
	if err != nil || !maps.Equal(age, map[string]time.Duration{"send": 40 * time.Second}) {
		t.Errorf("%v %v", age, err)
	}
	if s.asked != asked {
		t.Error("asked twice in a minute")
	}
	s.now = s.now.Add(time.Minute)
	if _, err := r.Oldest(t.Context()); err != nil || s.asked == asked {
		t.Errorf("not asked again: %v", err)
	}
}

// A judgement asks for the queues that hold something and for failures, and for requests only when some failed.
func TestABriefQuestionAsksForLittle(t *testing.T) {
	s := &service{now: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)}
	r := &figures.Reader{Client: s, Namespace: "herald", Queues: []string{"send", "job"}, Now: func() time.Time { return s.now }}
	requests, failed, oldest, err := r.Brief(t.Context(), []string{"send"})
	if err != nil || requests != 200 || failed != 3 || !maps.Equal(oldest, map[string]time.Duration{"send": 40 * time.Second}) {
		t.Errorf("%d %d %v %v", requests, failed, oldest, err)
	}
	if s.asked != 3 { // the service answers one series a page
		t.Errorf("%d pages", s.asked)
	}
	s.well, s.asked = true, 0
	if requests, failed, oldest, err := r.Brief(t.Context(), nil); err != nil || requests+failed+len(oldest) != 0 || s.asked != 1 {
		t.Errorf("%d %d %v %v, %d pages", requests, failed, oldest, err, s.asked)
	}
}

// Figures and ages that are wanted at the same moment are one question.
func TestTwoAskOnce(t *testing.T) {
	asked := func(callers int) int {
		s := &service{now: time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC), slow: time.Second}
		synctest.Test(t, func(t *testing.T) {
			r := &figures.Reader{Client: s, Namespace: "herald", Queues: []string{"send"}, Now: func() time.Time { return s.now }}
			var all sync.WaitGroup
			for range callers {
				all.Go(func() {
					if age, err := r.Oldest(t.Context()); err != nil || len(age) != 1 {
						t.Errorf("%v %v", age, err)
					}
				})
			}
			all.Wait()
		})
		return s.asked
	}
	if one, two := asked(1), asked(2); two != one {
		t.Errorf("%d questions of two, %d of one", two, one)
	}
}
