package order

// Funnel counts how far the targets of an order came; each step includes the later ones. The figures never decrease:
// a delivered target was sent and stays so. Only a retry begins anew with the failed targets.
type Funnel struct {
	Targets    int       `json:"targets"`
	HeldBack   int       `json:"heldBack" doc:"Skipped recipients: suppressed, opted out, over the message cap or without consent."`
	Sent       int       `json:"sent" doc:"Accepted by the provider, with any later result."`
	Arrived    int       `json:"arrived" doc:"Delivered or read."`
	Read       int       `json:"read"`
	Replied    int       `json:"replied" doc:"Recipients who replied, each counted once. A stop word is not a reply."`
	Failed     int       `json:"failed" doc:"Refused by the provider or reported as failed. Skipped recipients are excluded."`
	Bounces    *Bounces  `json:"bounces,omitempty" doc:"Returned emails by result. They are part of the failed."`
	Complained int       `json:"complained,omitempty" doc:"Recipients who reported the email as unwanted. They are part of the delivered."`
	Activity   *Activity `json:"activity,omitempty" doc:"What recipients of an email did. Only of emails."`
	Unknown    int       `json:"unknown" doc:"Outcome unknown: may have been accepted. A receipt makes it final, or it is given up and refunded."`
}
