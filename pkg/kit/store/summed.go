package store

import "maps"

// Summed makes one operation of those that count in the same row, which a transaction may name once.
func Summed(ops []Op) (out []Op) {
	at := map[Key]int{}
	for _, op := range ops {
		i, known := at[op.Key]
		if !known || op.Verb != Update {
			at[op.Key] = len(out)
			op.Add = maps.Clone(op.Add)
			out = append(out, op)
			continue
		}
		for name, n := range op.Add {
			out[i].Add[name] += n
		}
	}
	return out
}
