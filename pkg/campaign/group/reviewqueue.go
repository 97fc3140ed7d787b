package group

import (
	"herald/pkg/campaign/order"
	"herald/pkg/campaign/review"
)

// ReviewQueue is where these orders are reviewed.
func ReviewQueue() review.QueueHandler {
	return review.QueueHandler{Kind: order.ReviewOf(Kind), Page: "bgo/group", Perm: "bgo:buildgroup:review"}
}
