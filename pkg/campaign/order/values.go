package order

import "herald/pkg/audience/contact"

// ValuesOf picks the values of some names out of the columns of a file, by recipient; nil when the file has none of them.
func ValuesOf(file contact.Targets, names []string) [][]string {
	at := make([]int, len(names))
	any := false
	for i, name := range names {
		at[i] = -1
		for c, column := range file.Columns {
			if column != "" && contact.Fold(column) == contact.Fold(name) {
				at[i], any = c, true
			}
		}
	}
	if !any || len(file.Values) == 0 {
		return nil
	}
	out := make([][]string, len(file.Values))
	for i, values := range file.Values {
		out[i] = make([]string, len(names))
		for k, c := range at {
			if c >= 0 && c < len(values) {
				out[i][k] = values[c]
			}
		}
	}
	return out
}
