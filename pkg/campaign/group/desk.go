package group

import (
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
)

// Desk is where these orders are reviewed.
func Desk() review.Desk {
	return review.Desk{Kind: order.ReviewOf(Kind), Page: "bgo/group", Perm: "bgo:buildgroup:review"}
}
