package metric

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"time"
)

// EMF gives figures as lines of CloudWatch's embedded metric format, one for each value of a label, and further ones for more observations
// than a line takes: a line of the log becomes a metric and costs no call. Refusals are counted by sender and not by code, since each value
// of a label is a metric of its own, which is paid by the month.
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
		first, more := values(f[k])
		line[k.Name] = first
		for _, some := range more {
			lines = append(lines, map[string]any{name: cmp.Or(label, "none"), k.Name: some})
		}
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

// Bounds of observations: values of a metric in one line, which CloudWatch sets, and those of one minute or invocation that are given.
const (
	lineValues = 100
	mostValues = 100 * lineValues
)

// values are a count, or observations: one as it is, more by the steps of their distribution, in parts that a line takes. CloudWatch counts
// the values, so each observation is one.
func values(c *Cell) (first any, more [][]float64) {
	switch {
	case len(c.Dist) == 0:
		return float64(c.N), nil
	case c.N == 1:
		return c.Sum, nil
	}
	var all []float64
	every := max(1, float64(c.N)/mostValues)
	next, seen := 0.0, int64(0)
	for _, s := range slices.Sorted(maps.Keys(c.Dist)) {
		seen += c.Dist[s]
		for ; next < float64(seen) && len(all) < mostValues; next += every {
			all = append(all, min(c.Max, 0.001*math.Pow(scale, float64(s))))
		}
	}
	parts := slices.Collect(slices.Chunk(all, lineValues))
	return parts[0], parts[1:]
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
