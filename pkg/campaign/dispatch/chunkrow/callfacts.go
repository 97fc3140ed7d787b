package chunkrow

import "herald/pkg/provider"

// callBytes of a recipient in Receipts.Calls: seconds (two, little endian), answerer and party, label.
const callBytes = 4

// over reports a state in which a call has ended.
func CallIsOver(s provider.ReceiptState) bool {
	return s == provider.ReceiptFailed || s >= provider.ReceiptRead
}

// hear raises what is known of a recipient's call, of so many recipients, and tells whether that is new.
func (r *Receipts) AddCallFact(i, n int, f *provider.CallFact) bool {
	if f == nil {
		return false
	}
	fresh := r.Calls == nil
	if fresh {
		r.Calls = make([]byte, n*callBytes)
	}
	was := r.Call(i)
	now := provider.CallFact{Seconds: max(was.Seconds, min(f.Seconds, 1<<16-1)), By: max(was.By, f.By), HungUp: max(was.HungUp, f.HungUp),
		Label: max(was.Label, min(f.Label, provider.LabelOther))}
	b := r.Calls[i*callBytes:]
	b[0], b[1], b[2], b[3] = byte(now.Seconds), byte(now.Seconds>>8), byte(now.By)|byte(now.HungUp)<<4, byte(now.Label)
	return fresh || now != was
}

// call is what is known of a recipient's call.
func (r *Receipts) Call(i int) provider.CallFact {
	if len(r.Calls) < (i+1)*callBytes {
		return provider.CallFact{}
	}
	b := r.Calls[i*callBytes:]
	return provider.CallFact{Seconds: int(b[0]) | int(b[1])<<8, By: provider.Answerer(b[2] & 15), HungUp: provider.Party(b[2] >> 4),
		Label: int(b[3])}
}

// minutes returns the minutes that a call is charged for. Each begun minute counts (decisions §4), never more than
// was reserved. A call that goes on, or whose end was not reported, has begun one.
func (r *Receipts) Minutes(i, most int) int {
	switch r.Get(i) {
	case provider.ReceiptArrived:
		return 1
	case provider.ReceiptRead, provider.ReceiptComplained:
		return min((r.Call(i).Seconds+59)/60, max(1, most))
	}
	return 0
}
