package apptest

const (
	BuyPath   = "/pi/personal/info/buy/saas"
	CheckPath = BuyPath + "/check"
	YearCosts = 120_000 // credits
)
