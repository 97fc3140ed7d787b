package apptest

const StreakPath = "/pi/personal/info/streak"
