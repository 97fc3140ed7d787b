package metric

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"time"
)

// EMF gives figures as lines of CloudWatch's embedded metric format, one for each value of a label: a line of the log becomes a metric and
// costs no call. Refusals are counted by sender and not by code, since each value of a label is a metric of its own, which is paid by the
// month.
func EMF(namespace string, at time.Time, f Figures) (lines []map[string]any) {
	by := map[string]map[string]any{}
	for _, k := range sortedKeys(f) {
		label, name := k.Label, Labels[k.Name]
		if k.Name == Refused {
			label, _, _ = strings.Cut(label, " ")
			name = "sender"
		}
		place := name + "\x00" + label
		line := by[place]
		if line == nil {
			line = map[string]any{name: cmp.Or(label, "none")}
			by[place], lines = line, append(lines, line)
		}
		if was, ok := line[k.Name].(float64); ok { // of another code
			line[k.Name] = was + float64(f[k].N)
			continue
		}
		line[k.Name] = value(f[k])
	}
	for _, line := range lines {
		var metrics []map[string]string
		dimension := ""
		for _, name := range slices.Sorted(keysOf(line)) {
			if Labels[name] == "" {
				dimension = name
				continue
			}
			metrics = append(metrics, map[string]string{"Name": name, "Unit": unit(name)})
		}
		line["_aws"] = map[string]any{"Timestamp": at.UnixMilli(), "CloudWatchMetrics": []map[string]any{
			{"Namespace": namespace, "Dimensions": [][]string{{dimension}}, "Metrics": metrics}}}
	}
	return lines
}

func keysOf(line map[string]any) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range line {
			if !yield(k) {
				return
			}
		}
	}
}

func sortedKeys(f Figures) []Key {
	all := make([]Key, 0, len(f))
	for k := range f {
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Key) int { return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Label, b.Label)) })
	return all
}

// mostValues is how many values a metric of one line may have.
const mostValues = 100

// value is a count, or observations: one as it is, more by the steps of their distribution.
func value(c *Cell) any {
	switch {
	case len(c.Dist) == 0:
		return float64(c.N)
	case c.N == 1:
		return c.Sum
	}
	var all []float64
	every := max(1, float64(c.N)/mostValues)
	next, seen := 0.0, int64(0)
	steps := make([]int, 0, len(c.Dist))
	for s := range c.Dist {
		steps = append(steps, s)
	}
	slices.Sort(steps)
	for _, s := range steps {
		seen += c.Dist[s]
		for ; next < float64(seen) && len(all) < mostValues; next += every {
			all = append(all, min(c.Max, 0.001*math.Pow(scale, float64(s))))
		}
	}
	return all
}

func unit(name string) string {
	switch name {
	case Requests, Work, Provider:
		return "Milliseconds"
	case ReceiptLag:
		return "Seconds"
	}
	return "Count"
}
