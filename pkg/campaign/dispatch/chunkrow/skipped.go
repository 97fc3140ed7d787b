package chunkrow

import "herald/pkg/audience/suppression"

// SkipCodes are the codes of skipped recipients by reason. A skipped recipient is refused with one of them, never called and never
// charged. The codes are outside of the providers' ranges and take two bytes in the row.
var SkipCodes = map[string]int{suppression.Suppressed: 16001, suppression.OptedOut: 16002, suppression.Capped: 16003,
	suppression.NoConsent: 16004, suppression.RiskControl: 16005, suppression.NoHour: 16006}

// SkipReason is the reason of a code of SkipCodes; "" for a provider's code.
func SkipReason(code int) string {
	for reason, c := range SkipCodes {
		if c == code {
			return reason
		}
	}
	return ""
}

// Skipped gives the reasons of the skipped recipients of a chunk by index, without those that a later generation took.
func (c *Chunk) Skipped() map[int]string {
	codes, skipped := map[int]int{}, map[int]string{}
	ReadCodes(c.Sends.Codes, codes)
	for i, code := range codes {
		if reason := SkipReason(code); reason != "" && c.Sends.Get(i) == Refused && !c.Moved.Has(i) {
			skipped[i] = reason
		}
	}
	return skipped
}

// SkippedByReason counts the skipped recipients of chunks; nil without any.
func SkippedByReason(chunks []Chunk) (counts map[string]int) {
	for i := range chunks {
		for _, reason := range chunks[i].Skipped() {
			if counts == nil {
				counts = map[string]int{}
			}
			counts[reason]++
		}
	}
	return counts
}

// SkippedCount counts the skipped recipients of chunks.
func SkippedCount(chunks []Chunk) (n int) {
	for _, of := range SkippedByReason(chunks) {
		n += of
	}
	return n
}
