// Package cloudwatch reads back the figures that functions leave in their log as lines of the embedded metric format, and how long the
// oldest message of a queue has waited. A question costs money by the metric, so a process keeps an answer for a minute.
package cloudwatch

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch"
	"github.com/aws/aws-sdk-go-v2/service/cloudwatch/types"
	"golang.org/x/sync/singleflight"

	"herald/pkg/kit/metric"
)

// Client is what is used of CloudWatch.
type Client interface {
	GetMetricData(ctx context.Context, in *cloudwatch.GetMetricDataInput, options ...func(*cloudwatch.Options)) (
		*cloudwatch.GetMetricDataOutput, error)
}

// Reader reads the figures of one installation.
type Reader struct {
	Client    Client
	Namespace string   // of the figures: the name of the installation, with which the names of its queues begin
	Queues    []string // without that name
	Now       func() time.Time

	mu   sync.Mutex
	read time.Time
	kept answer
	one  singleflight.Group // the page asks for figures and for ages at the same moment
}

// New makes a reader of an installation's figures.
func New(a aws.Config, name string, queues []string, now func() time.Time) *Reader {
	return &Reader{Client: cloudwatch.NewFromConfig(a), Namespace: name, Queues: queues, Now: now}
}

// answer is what was read at one time.
type answer struct {
	lately, hour metric.Figures
	oldest       map[string]time.Duration
}

// kept is how long an answer is used: CloudWatch has new points once a minute.
const kept = time.Minute

// Figures gives what was counted in the last 15 minutes and in the last hour.
func (r *Reader) Figures(ctx context.Context) (lately, hour metric.Figures, err error) {
	a, err := r.ask(ctx)
	return a.lately, a.hour, err
}

// Oldest gives how long the oldest message of each queue has waited; a queue without messages is missing.
func (r *Reader) Oldest(ctx context.Context) (map[string]time.Duration, error) {
	a, err := r.ask(ctx)
	return a.oldest, err
}

func (r *Reader) ask(ctx context.Context) (answer, error) {
	now := r.Now()
	r.mu.Lock()
	last, read := r.kept, r.read
	r.mu.Unlock()
	if age := now.Sub(read); last.lately != nil && age >= 0 && age < kept {
		return last, nil
	}
	got, err, _ := r.one.Do("", func() (any, error) {
		a, err := r.fresh(ctx, now)
		if err == nil {
			r.mu.Lock()
			r.kept, r.read = a, now
			r.mu.Unlock()
		}
		return a, err
	})
	return got.(answer), err
}

// What is asked for of a figure: a count has its sum, a measurement five statistics.
var (
	counted  = []string{"Sum"}
	observed = []string{"SampleCount", "Sum", "Maximum", "p50", "p99"}
)

// Figures of the last 15 minutes, in points of a minute, and of the last hour, in points of five.
var (
	ofLately = map[string][]string{metric.Requests: observed, metric.RequestErrors: counted, metric.RequestRefusals: counted,
		metric.Work: observed, metric.WorkMessages: counted, metric.WorkFailures: counted, metric.ReceiptLag: observed}
	ofHour = map[string][]string{metric.Provider: observed, metric.ProviderFailures: counted, metric.ProviderRefusals: counted}
)

const (
	ageOfOldest = "age"
	quarter     = 15 * time.Minute
)

// fresh asks for everything at once.
func (r *Reader) fresh(ctx context.Context, now time.Time) (a answer, err error) {
	var all []types.MetricDataQuery
	search := func(names map[string][]string, period int) {
		for name, statistics := range names {
			for _, s := range statistics {
				all = append(all, r.search(name, s, period))
			}
		}
	}
	search(ofLately, 60)
	series, err := r.get(ctx, now.Add(-quarter), now, append(all, r.ages(r.Queues)...))
	if err != nil {
		return a, err
	}
	a.oldest = oldestOf(series)
	a.lately = figuresOf(series, ofLately)
	all = nil
	search(ofHour, 300)
	if series, err = r.get(ctx, now.Add(-time.Hour), now, all); err != nil {
		return a, err
	}
	a.hour = figuresOf(series, ofHour)
	return a, nil
}

// Brief gives what tells whether services work, for as few metrics as that takes: requests of the last 15 minutes and those of them that
// failed by our fault, and how long the oldest message of some queues has waited. Requests are 0 while none fails.
func (r *Reader) Brief(ctx context.Context, queues []string) (requests, failed int, oldest map[string]time.Duration, err error) {
	now := r.Now()
	ask := func(name, statistic string, more ...types.MetricDataQuery) (sum int, series []line, err error) {
		q := r.search(name, statistic, 60)
		series, err = r.get(ctx, now.Add(-quarter), now, append(more, q))
		for _, s := range series {
			for _, v := range s.values {
				if s.id == *q.Id {
					sum += int(v)
				}
			}
		}
		return sum, series, err
	}
	failed, series, err := ask(metric.RequestErrors, "Sum", r.ages(queues)...)
	if err == nil && failed > 0 {
		requests, _, err = ask(metric.Requests, "SampleCount")
	}
	return requests, failed, oldestOf(series), err
}

// search asks for a statistic of a figure, by the values of its label.
func (r *Reader) search(name, statistic string, period int) types.MetricDataQuery {
	label := metric.Labels[name]
	return types.MetricDataQuery{Id: aws.String(strings.ToLower(name + "_" + statistic)), Label: aws.String("${PROP('Dim." + label + "')}"),
		Expression: aws.String(fmt.Sprintf(`SEARCH('{"%s","%s"} MetricName="%s"', '%s', %d)`, r.Namespace, label, name, statistic, period))}
}

// ages asks how long the oldest message of queues has waited.
func (r *Reader) ages(queues []string) (all []types.MetricDataQuery) {
	for _, q := range queues {
		all = append(all, types.MetricDataQuery{Id: aws.String(ageOfOldest + "_" + q), Label: &q, MetricStat: &types.MetricStat{
			Stat: aws.String("Maximum"), Period: aws.Int32(60), Metric: &types.Metric{Namespace: aws.String("AWS/SQS"),
				MetricName: aws.String("ApproximateAgeOfOldestMessage"),
				Dimensions: []types.Dimension{{Name: aws.String("QueueName"), Value: aws.String(r.Namespace + "-" + q)}}}}})
	}
	return all
}

// oldestOf reads the answers of ages.
func oldestOf(series []line) map[string]time.Duration {
	oldest := map[string]time.Duration{}
	for _, s := range series {
		if q, ok := strings.CutPrefix(s.id, ageOfOldest+"_"); ok && len(s.values) > 0 {
			newest := slices.MaxFunc(s.points(), func(a, b point) int { return a.at.Compare(b.at) })
			if newest.value > 0 {
				oldest[q] = time.Duration(newest.value * float64(time.Second))
			}
		}
	}
	return oldest
}

// line is one series of points.
type line struct {
	id, label string
	times     []time.Time
	values    []float64
}

type point struct {
	at    time.Time
	value float64
}

func (l *line) points() (all []point) {
	for i, at := range l.times {
		all = append(all, point{at, l.values[i]})
	}
	return all
}

// get asks for series, and for all pages of the answer.
func (r *Reader) get(ctx context.Context, from, to time.Time, queries []types.MetricDataQuery) (all []line, err error) {
	in := &cloudwatch.GetMetricDataInput{StartTime: &from, EndTime: &to, MetricDataQueries: queries}
	for {
		out, err := r.Client.GetMetricData(ctx, in)
		if err != nil {
			return nil, fmt.Errorf("cloudwatch: %w", err)
		}
		for _, of := range out.MetricDataResults {
			all = append(all, line{aws.ToString(of.Id), aws.ToString(of.Label), of.Timestamps, of.Values})
		}
		if in.NextToken = out.NextToken; in.NextToken == nil {
			return all, nil
		}
	}
}

// figuresOf makes figures of series.
func figuresOf(series []line, names map[string][]string) metric.Figures {
	figures := metric.Figures{}
	for name, statistics := range names {
		by := map[string]map[time.Time]map[string]float64{} // label, time, statistic
		for _, statistic := range statistics {
			for _, s := range series {
				if s.id != strings.ToLower(name+"_"+statistic) {
					continue
				}
				if by[s.label] == nil {
					by[s.label] = map[time.Time]map[string]float64{}
				}
				for _, p := range s.points() {
					if by[s.label][p.at] == nil {
						by[s.label][p.at] = map[string]float64{}
					}
					by[s.label][p.at][statistic] = p.value
				}
			}
		}
		for label, points := range by {
			for at, of := range points {
				figures.Merge(metric.Figures{{Name: name, Label: label}: cell(statistics, of, at)})
			}
		}
	}
	return figures
}

// cell is a figure at one time.
func cell(statistics []string, of map[string]float64, at time.Time) *metric.Cell {
	if len(statistics) == 1 {
		c := &metric.Cell{N: int64(of["Sum"])}
		if c.N > 0 {
			c.Last = at.UnixMilli()
		}
		return c
	}
	return metric.Summary{N: int64(of["SampleCount"]), Sum: of["Sum"], Max: of["Maximum"], P50: of["p50"], P99: of["p99"], Last: at}.Cell()
}
