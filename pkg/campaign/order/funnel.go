package order

// Funnel counts how far the targets of an order came; each step includes the later ones. The figures never decrease:
// a delivered target was sent and stays so. Only a retry begins anew with the failed targets.
type Funnel struct {
	Targets  int `json:"targets"`
	HeldBack int `json:"heldBack" doc:"not called: suppressed, opted out, capped, without consent"`
	Sent     int `json:"sent" doc:"taken by the provider, whatever became of it later"`
	Arrived  int `json:"arrived" doc:"arrived or read"`
	Read     int `json:"read"`
	Replied  int `json:"replied" doc:"recipients who wrote back, each once; a word that stops messages is no reply"`
	Failed   int `json:"failed" doc:"refused by the provider, or reported as failed; not who was held back"`
	Unknown  int `json:"unknown" doc:"may have been taken; final by a receipt, or given up and refunded"`
}
