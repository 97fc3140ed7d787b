package order

// Funnel is how far the targets of an order came, each step of all that went that far. What happens to a target takes none of these
// figures back: who arrives was sent before, and stays so whatever comes later. Only a retry begins anew with those who failed.
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
