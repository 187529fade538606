print("gnss-gateway")
